import Contract
import Database
import ServiceRuntime
import Upstream

/// The settings of `aggregator`.
enum AggregatorConfiguration {
    static let openMeteo = UpstreamSettings.base(
        "openmeteo.base", default: "https://api.open-meteo.com", summary: "Address of Open-Meteo's weather")
    static let openMeteoAir = UpstreamSettings.base(
        "openmeteo.air.base", default: "https://air-quality-api.open-meteo.com",
        summary: "Address of Open-Meteo's air quality, which is asked if weather.providers names open-meteo")
    static let openMeteoGeocoding = UpstreamSettings.base(
        "openmeteo.geocoding.base", default: "https://geocoding-api.open-meteo.com",
        summary: "Address of Open-Meteo's search for places")
    static let weatherProviders = Setting<[String]>(
        "weather.providers", default: [WeatherProviderName.openMeteo, .openWeatherMap].map(\.rawValue),
        summary: "Weather providers in order of preference; one that needs a key and has none is skipped"
    ) { fault(of: $0, among: WeatherProviderName.self) }
    static let placesProviders = Setting<[String]>(
        "places.providers", default: [AddressProviderName.google, .nominatim].map(\.rawValue),
        summary: """
            Address providers in order of preference, before the nearest known city: google (only with a key), \
            nominatim, photon
            """
    ) { fault(of: $0, among: AddressProviderName.self) }
    static let placesSearch = Setting<Bool>(
        "places.search.remote", default: true,
        summary: "Include Open-Meteo in searches for places")
    static let openWeatherMap = UpstreamSettings.base(
        "openweathermap.base", default: "https://api.openweathermap.org",
        summary: "Address of OpenWeatherMap")
    static let openWeatherMapKey = Setting<String>(
        "openweathermap.key", default: "", isSecret: true,
        summary: "Key of OpenWeatherMap; empty: not used")
    static let nominatim = UpstreamSettings.base(
        "nominatim.base", default: "https://nominatim.openstreetmap.org",
        summary: "Address of Nominatim")
    static let nominatimInterval = Setting<Duration>(
        "nominatim.interval", default: .seconds(1), in: .zero ... .seconds(60),
        summary: "Shortest time between calls to Nominatim by all replicas: 1s for the public server; 0s: no limit")
    static let nominatimPatience = Setting<Duration>(
        "nominatim.patience", default: .seconds(3), in: .zero ... .seconds(8),
        summary: "Longest wait of a call for its turn at Nominatim; beyond it the answer is the nearest city")
    static let photon = UpstreamSettings.base(
        "photon.base", default: "https://photon.komoot.io", summary: "Address of Photon")
    static let google = UpstreamSettings.base(
        "google.base", default: "https://maps.googleapis.com", summary: "Address of Google's geocoding")
    static let googleKey = Setting<String>(
        "google.key", default: "", isSecret: true,
        summary: "Key of Google's geocoding; empty: not used")
    static let bbc = UpstreamSettings.base(
        "bbc.base", default: "https://feeds.bbci.co.uk", summary: "Address of the BBC's feeds")
    static let feeds = Setting<String>(
        "news.feeds", default: "",
        summary: "File of feeds by country, one COUNTRY|PUBLISHER|ADDRESS per line; empty: the bundled feeds")
    static let feedsBase = Setting<String>(
        "news.feeds.base", default: "",
        summary: "Base address of all feeds by country, as COUNTRY/HOST/PATH below it; empty: their own addresses")
    static let newsAPI = UpstreamSettings.base(
        "newsapi.base", default: "https://newsapi.org", summary: "Address of NewsAPI")
    static let newsAPIKey = Setting<String>(
        "newsapi.key", default: "", isSecret: true,
        summary: "Key of NewsAPI, which is then used in addition to the feeds; empty: not used")
    static let places = Setting<String>(
        "places.file", default: "",
        summary: "File of additional places, written by vokol-aggregator import; empty: none")
    static let zones = Setting<String>(
        "places.zones", default: "",
        summary: """
            Map of time zones and countries, made by deploy/zones/build; empty: the zone and the country of a point are \
            those of the nearest known city
            """)
    static let partPatience = Setting<Duration>(
        "parts.patience", default: .milliseconds(1_400), in: .milliseconds(100) ... .seconds(7),
        summary: """
            Time limit for the parts of a briefing and for the weather of several cities; the answer names the parts \
            that are late
            """)
    static let historyLimit = Setting<Int>(
        "history.limit", default: 500, in: 1...10_000,
        summary: "Most entries of an account's history; the oldest are removed")

    private static func fault<Name: RawRepresentable<String> & CaseIterable>(
        of names: [String], among type: Name.Type
    ) -> String? {
        if let other = names.first(where: { Name(rawValue: $0) == nil }) {
            let known = Name.allCases.map { $0.rawValue }
            return "holds \(other), which is unknown; use \(known.joined(separator: ", "))"
        }
        return Set(names).count == names.count ? nil : "names a provider twice"
    }

    static let all: [any SettingDeclaration] =
        ServiceDatabase.settings + UpstreamSettings.all + [
            PeerSettings.address(of: .auth), PeerSettings.plaintext, weatherProviders, openMeteo, openWeatherMap,
            openWeatherMapKey, placesProviders, placesSearch,
            openMeteoAir, openMeteoGeocoding, nominatim, nominatimInterval, nominatimPatience, photon, google,
            googleKey, bbc, feeds,
            feedsBase, newsAPI, newsAPIKey, places, zones, partPatience, historyLimit,
        ]
}
