import Contract
import Logging
import Postgres
import ServiceRuntime
import Upstream
import Values

/// Creates the sources of third-party data from the settings: their URLs, call limits and caches.
struct SourceFactory {
    let settings: Settings
    let upstream: UpstreamService
    let database: PostgresClient
    let isReady: @Sendable () -> Bool
    let metrics: AggregatorMetrics
    let logger: Logger
    let now: @Sendable () -> Instant

    func weather() throws -> WeatherSources {
        let names = try names(in: AggregatorConfiguration.weatherProviders, as: WeatherProviderName.self)
        let providers = try names.compactMap { try weatherProvider($0) }
        guard !providers.isEmpty else {
            throw SettingFault(
                name: AggregatorConfiguration.weatherProviders.name,
                detail: "leaves no usable provider: add open-meteo, or set openweathermap.key for openweathermap")
        }
        return WeatherSources(
            providers: providers,
            observations: upstream.cache(
                "weather", freshness: WeatherSources.observationFreshness, memoryBytes: share(3)),
            forecasts: upstream.cache(
                "forecast", freshness: WeatherSources.forecastFreshness, memoryBytes: share(6)), now: now)
    }

    func air(_ source: AnswerSource?) throws -> AirQualityAnswers {
        let names = try names(in: AggregatorConfiguration.weatherProviders, as: WeatherProviderName.self)
        let isAsked = names.contains(.openMeteo)
        let client = try isAsked ? host("open-meteo-air", AggregatorConfiguration.openMeteoAir, openMeteoPolicy) : nil
        return AirQualityAnswers(
            provider: client.map { OpenMeteoAirClient(host: $0) },
            cache: upstream.cache("air", freshness: AirQualityAnswers.freshness, memoryBytes: share(1)), source: source,
            now: now)
    }

    /// The extra cost of a call whose answer is not cached, for each request to a third party that limits them.
    static let requestCost = 4

    /// The limits of each of Open-Meteo's services.
    ///
    /// The provider allows 600 calls a minute and 10,000 a day; large calls count more than once.
    private var openMeteoPolicy: HostPolicy {
        HostPolicy {
            $0.cost = Self.requestCost
            $0.rate = 5
            $0.burst = 20
            $0.daily = 8_000
            $0.limitWindow = OpenMeteoClient.limitWindow
        }
    }

    private func weatherProvider(_ name: WeatherProviderName) throws -> (any WeatherProvider)? {
        switch name {
        case .openMeteo:
            return OpenMeteoClient(host: try host(name.rawValue, AggregatorConfiguration.openMeteo, openMeteoPolicy))
        case .openWeatherMap:
            guard let key = try key(AggregatorConfiguration.openWeatherMapKey) else { return nil }
            // The provider allows 60 calls a minute.
            let policy = HostPolicy {
                $0.cost = Self.requestCost
                $0.rate = 50 / 60
                $0.burst = 10
                $0.pauseWhenDenied = .seconds(600)
            }
            return OpenWeatherMapClient(
                host: try host(name.rawValue, AggregatorConfiguration.openWeatherMap, policy), key: key)
        }
    }

    func addresses() throws -> AddressSources {
        let names = try names(in: AggregatorConfiguration.placesProviders, as: AddressProviderName.self)
        let providers = try names.compactMap { try addressProvider($0) }
        return AddressSources(
            providers: providers,
            cache: upstream.cache("addresses", freshness: AddressSources.freshness, memoryBytes: share(2)), now: now)
    }

    static let googlePolicy = HostPolicy {
        $0.cost = Self.requestCost
        $0.rate = 20
        // Shorter than callers wait, so that the host's own timeout ends a hang, since only that opens its breaker.
        $0.total = .milliseconds(1_300)
        $0.pauseWhenDenied = .seconds(600)
        $0.statusInBody = GoogleGeocodingClient.status
    }

    private func addressProvider(_ name: AddressProviderName) throws -> (any AddressProvider)? {
        switch name {
        case .nominatim:
            // No retries: the replicas share one pacer, and a retry would come between two of its slots.
            let policy = HostPolicy {
                $0.cost = Self.requestCost
                $0.retries = 0
            }
            let pacer = PacerStore(
                client: database, isReady: isReady,
                interval: try settings.value(AggregatorConfiguration.nominatimInterval),
                patience: try settings.value(AggregatorConfiguration.nominatimPatience))
            return NominatimClient(
                host: try host(name.rawValue, AggregatorConfiguration.nominatim, policy), pacer: pacer,
                pause: NominatimPause())
        case .photon:
            let policy = HostPolicy {
                $0.cost = Self.requestCost
                $0.rate = 1
            }
            return PhotonClient(host: try host(name.rawValue, AggregatorConfiguration.photon, policy))
        case .google:
            guard let key = try key(AggregatorConfiguration.googleKey) else { return nil }
            return GoogleGeocodingClient(
                host: try host(name.rawValue, AggregatorConfiguration.google, Self.googlePolicy), key: key)
        }
    }

    func geocoding() throws -> GeocodingSource? {
        guard try settings.value(AggregatorConfiguration.placesSearch) else { return nil }
        return GeocodingSource(
            geocoding: OpenMeteoGeocodingClient(
                host: try host("open-meteo-geocoding", AggregatorConfiguration.openMeteoGeocoding, openMeteoPolicy)),
            cache: upstream.cache("places", freshness: GeocodingSource.freshness, memoryBytes: share(1)))
    }

    func news() throws -> NewsSources {
        let newsAPI = try key(AggregatorConfiguration.newsAPIKey).map { key in
            // The provider allows 100 calls a day.
            let policy = HostPolicy {
                $0.cost = Self.requestCost
                $0.daily = 90
                $0.pauseWhenDenied = .seconds(600)
                $0.pauseWhenLimited = .seconds(3_600)
            }
            return NewsAPIClient(host: try host("newsapi", AggregatorConfiguration.newsAPI, policy), key: key)
        }
        let bbcBase = try settings.value(AggregatorConfiguration.bbc)
        let bbc = try host("bbc", AggregatorConfiguration.bbc, HostPolicy())
        let upstream = upstream
        return NewsSources(
            table: try feedTable(), bbcBase: bbcBase, newsAPI: newsAPI,
            cache: upstream.cache("news", freshness: NewsSources.freshness, memoryBytes: share(3)),
            hosts: FeedHosts { base in
                base == bbcBase ? bbc : try upstream.host("feeds", base: base, policy: HostPolicy { $0.retries = 0 })
            },
            health: FeedHealth(logger: logger, count: metrics.feeds.count))
    }

    private func feedTable() throws -> FeedTable {
        let setting = AggregatorConfiguration.feeds
        let path = try settings.value(setting)
        let below = try settings.value(AggregatorConfiguration.feedsBase)
        var text = BundledTables.feeds
        if !path.isEmpty {
            guard let bytes = SmallFile.read(path) else {
                throw SettingFault(name: setting.name, detail: "\(path) cannot be read, or is larger than 1 MiB")
            }
            text = String(decoding: bytes, as: UTF8.self)
        }
        do {
            return try FeedTable(text, name: path.isEmpty ? "feeds" : path, below: below.isEmpty ? nil : below)
        } catch {
            throw SettingFault(name: setting.name, detail: "\(error)")
        }
    }

    /// Reads a list of providers.
    /// - Throws: ``SettingFault`` for an unknown name.
    private func names<Name: RawRepresentable<String>>(
        in setting: Setting<[String]>, as type: Name.Type
    ) throws -> [Name] {
        try settings.value(setting).map { text in
            guard let name = Name(rawValue: text) else {
                throw SettingFault(name: setting.name, detail: "holds \(text), which is unknown")
            }
            return name
        }
    }

    private func host(_ name: String, _ base: Setting<String>, _ policy: HostPolicy) throws -> UpstreamHost {
        let address = try settings.value(base)
        do throws(UpstreamAddressFault) {
            return try upstream.host(name, base: address, policy: policy)
        } catch {
            throw SettingFault(name: base.name, detail: error.description)
        }
    }

    private func key(_ setting: Setting<String>) throws -> String? {
        let key = try settings.value(setting)
        return key.isEmpty ? nil : key
    }

    /// Returns a share of the memory for upstream answers, in sixteenths.
    private func share(_ parts: Int) -> Int { upstream.memoryBytes / 16 * parts }
}
