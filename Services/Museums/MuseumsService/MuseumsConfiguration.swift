import Database
import ServiceRuntime

/// Every setting and every limit of `museums`.
enum MuseumsConfiguration {
    static let cataloguePath = Setting<String>(
        "catalogue.path", default: "",
        summary: "Directory with the bundled catalogue; empty: beside the program. Loaded at start if it changed")
    static let importTimeout = Setting<Duration>(
        "import.timeout", default: .seconds(600), in: .seconds(1) ... .seconds(86_400),
        summary: "How long a statement of a load or an import may run")

    static let searchFew = Setting<Int>(
        "search.few", default: 5, in: 1...20,
        summary: "With fewer matches a search also looks within words, and then for words as they were probably meant")
    static let searchRanked = Setting<Int>(
        "search.ranked", default: 1_000, in: 100...20_000,
        summary: "Most matches that are ranked by where words were found; beyond it names come first, then all others")
    static let mapItems = Setting<Int>(
        "map.items", default: 500, in: 16...5_000, summary: "Most points and clusters of a map; cells grow to keep it")
    static let cacheBytes = Setting<Int>(
        "cache.bytes", default: 8 * 1_048_576, in: 0...1_073_741_824,
        summary: "Memory for answers of museums.get; 0 keeps none")
    static let cacheLifetime = Setting<Duration>(
        "cache.lifetime", default: .seconds(5), in: .milliseconds(100) ... .seconds(60),
        summary: "How long an answer of museums.get is given again")

    static let all: [any SettingDeclaration] =
        ServiceDatabase.settings + [
            cataloguePath, importTimeout, searchFew, searchRanked, mapItems, cacheBytes, cacheLifetime,
        ]

    /// The search statement is made for one plan whatever its parameters; making a plan for each call would take longer
    /// than running it, and so would compiling it.
    ///
    /// Words that are too common to be looked for are no news either.
    static let sessionParameters = [
        "plan_cache_mode": "force_generic_plan", "jit": "off", "client_min_messages": "warning",
    ]
}
