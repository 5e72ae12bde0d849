import Contract
import Database
import ServiceRuntime
import Upstream

/// The settings of `museums`.
enum MuseumsConfiguration {
    static let cataloguePath = Setting<String>(
        "catalogue.path", default: "",
        summary: "Directory of a catalogue, loaded at start if it changed; empty: the catalogue in the program")
    static let importTimeout = Setting<Duration>(
        "import.timeout", default: .seconds(600), in: .seconds(1) ... .seconds(86_400),
        summary: "Time limit of a statement of a load or an import")

    static let searchFew = Setting<Int>(
        "search.few", default: 5, in: 1...20,
        summary: "Number of matches below which a search also looks within words, and then for corrected words")
    static let searchRanked = Setting<Int>(
        "search.ranked", default: 1_000, in: 100...20_000,
        summary:
            "Most matches ranked by where the words were found, and counted; beyond it, matches in names come first"
    )
    static let mapItems = Setting<Int>(
        "map.items", default: 500, in: 16...5_000,
        summary: "Most points and clusters of a map; cells grow to stay within it")
    static let cacheBytes = Setting<Int>(
        "cache.bytes", default: 8 * 1_048_576, in: 0...1_073_741_824,
        summary: "Memory for cached answers of museums.get; 0: none")
    static let cacheLifetime = Setting<Duration>(
        "cache.lifetime", default: .seconds(5), in: .milliseconds(100) ... .seconds(60),
        summary: "Time for which a cached answer of museums.get is served")
    static let marks = Setting<Int>(
        "marks.limit", default: 300, in: 1...1_000, summary: "Most museums that an account marks")

    static let pictureHosts = Setting<[String]>(
        "pictures.hosts", default: ["https://upload.wikimedia.org"],
        summary: "Servers that fetch-pictures may load pictures from, such as https://upload.wikimedia.org"
    ) { hosts in
        hosts.allSatisfy { PictureHosts.origin($0) != nil } ? nil : "must be https://HOST, or http:// on this machine"
    }

    static let wikidata = UpstreamSettings.base(
        "wikidata.base", default: "https://www.wikidata.org/w", summary: "Wikidata's API, for fetch-pictures")
    static let commons = UpstreamSettings.base(
        "commons.base", default: "https://commons.wikimedia.org/w",
        summary: "Wikimedia Commons' API, for fetch-pictures")

    static let all: [any SettingDeclaration] =
        ServiceDatabase.settings + [
            cataloguePath, importTimeout, searchFew, searchRanked, mapItems, cacheBytes, cacheLifetime,
            PeerSettings.address(of: .auth), PeerSettings.plaintext, marks,
            pictureHosts, wikidata, commons, UpstreamSettings.contact, UpstreamSettings.authority,
        ]

    /// The database's session parameters.
    ///
    /// Searches use generic plans without JIT: planning or compiling a statement for each call would take longer than
    /// running it. Notices about words that are too common to search for are suppressed.
    static let sessionParameters = [
        "plan_cache_mode": "force_generic_plan", "jit": "off", "client_min_messages": "warning",
    ]
}
