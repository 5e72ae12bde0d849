import Database
import ServiceRuntime
import Upstream

/// Every setting and every limit of `aggregator`.
enum AggregatorConfiguration {
    static let openMeteo = UpstreamSettings.base(
        "openmeteo.base", default: "https://api.open-meteo.com", summary: "Where Open-Meteo tells the weather")
    static let openMeteoGeocoding = UpstreamSettings.base(
        "openmeteo.geocoding.base", default: "https://geocoding-api.open-meteo.com",
        summary: "Where Open-Meteo finds places by name")
    static let weatherProviders = Setting<[String]>(
        "weather.providers", default: ["open-meteo", "openweathermap"],
        summary: "Who is asked for the weather, in this order; whoever needs a key and has none is left out"
    ) { oneOf(["open-meteo", "openweathermap"], $0) }
    static let placesProviders = Setting<[String]>(
        "places.providers", default: ["google", "nominatim"],
        summary: """
            Who is asked for addresses, in this order, before the nearest known city: google (only with a key), \
            nominatim, photon
            """
    ) { oneOf(["google", "nominatim", "photon"], $0) }
    static let placesSearch = Setting<Bool>(
        "places.search.remote", default: true,
        summary: "Whether Open-Meteo is asked too when places are looked for by name")
    static let openWeatherMap = UpstreamSettings.base(
        "openweathermap.base", default: "https://api.openweathermap.org",
        summary: "Where OpenWeatherMap tells the weather")
    static let openWeatherMapKey = Setting<String>(
        "openweathermap.key", default: "", isSecret: true,
        summary: "Key of OpenWeatherMap; empty: it is not asked")
    static let nominatim = UpstreamSettings.base(
        "nominatim.base", default: "https://nominatim.openstreetmap.org",
        summary: "Where Nominatim tells addresses")
    static let nominatimInterval = Setting<Duration>(
        "nominatim.interval", default: .seconds(1), in: .zero ... .seconds(60),
        summary: "The least time between two calls of all replicas to Nominatim: 1s for the public server; 0s: none")
    static let nominatimPatience = Setting<Duration>(
        "nominatim.patience", default: .seconds(3), in: .zero ... .seconds(8),
        summary: "How long a call waits for its turn to ask Nominatim; beyond it the nearest city is the answer")
    static let photon = UpstreamSettings.base(
        "photon.base", default: "https://photon.komoot.io", summary: "Where Photon tells addresses")
    static let google = UpstreamSettings.base(
        "google.base", default: "https://maps.googleapis.com", summary: "Where Google tells addresses")
    static let googleKey = Setting<String>(
        "google.key", default: "", isSecret: true,
        summary: "Key of Google's geocoding; empty: it is not asked")
    static let bbc = UpstreamSettings.base(
        "bbc.base", default: "https://feeds.bbci.co.uk", summary: "Where the BBC's feeds are")
    static let feeds = Setting<String>(
        "news.feeds", default: "",
        summary: "File with feeds by country, a line COUNTRY|PUBLISHER|ADDRESS each; empty: the bundled ones")
    static let feedsBase = Setting<String>(
        "news.feeds.base", default: "",
        summary: "Address below which all feeds by country lie as COUNTRY/HOST/PATH; empty: where they say themselves")
    static let newsAPI = UpstreamSettings.base(
        "newsapi.base", default: "https://newsapi.org", summary: "Where NewsAPI is")
    static let newsAPIKey = Setting<String>(
        "newsapi.key", default: "", isSecret: true,
        summary: "Key of NewsAPI, which is then asked beside the feeds; empty: it is not asked")
    static let places = Setting<String>(
        "places.file", default: "",
        summary: "File with places beyond the bundled ones, as vokol-aggregator import writes it; empty: none")
    static let historyLimit = Setting<Int>(
        "history.limit", default: 500, in: 1...10_000, summary: "Most entries of an account's history; the oldest go")

    private static func oneOf(_ known: [String], _ names: [String]) -> String? {
        if let other = names.first(where: { !known.contains($0) }) {
            return "holds \(other); known are \(known.joined(separator: ", "))"
        }
        return Set(names).count == names.count ? nil : "names somebody twice"
    }

    static let all: [any SettingDeclaration] =
        ServiceDatabase.settings + UpstreamSettings.all + [
            weatherProviders, openMeteo, openWeatherMap, openWeatherMapKey, placesProviders, placesSearch,
            openMeteoGeocoding, nominatim, nominatimInterval, nominatimPatience, photon, google, googleKey, bbc, feeds,
            feedsBase, newsAPI, newsAPIKey, places, historyLimit,
        ]
}
