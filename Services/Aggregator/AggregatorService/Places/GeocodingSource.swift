import Upstream
import Values

/// Open-Meteo's search, and what it said.
struct GeocodingSource: Sendable {
    static let freshness = Freshness(
        fresh: .seconds(7 * 86_400), revalidate: .seconds(30 * 86_400), ifError: .seconds(90 * 86_400),
        absent: .seconds(3_600))
    /// How long a search waits for it; what comes later helps the next one.
    static let patience: Duration = .milliseconds(1_500)
    /// Shorter texts are the beginning of too many names.
    static let shortest = 3

    let geocoding: OpenMeteoGeocoding
    let cache: UpstreamCache<[ForeignCity]>

    /// Cities of a name; `nil` if it does not answer in time.
    func cities(_ query: String, language: Language, deadline: ContinuousClock.Instant) async -> Cached<[ForeignCity]>?
    {
        let folded = Folding.fold(query)
        guard folded.unicodeScalars.count >= Self.shortest else { return nil }
        let deadline = min(deadline, .now + Self.patience)
        let found = try? await cache.value(for: "\(language.rawValue):\(folded)", deadline: deadline) {
            (_) throws(UpstreamFailure) in
            let loaded = try await geocoding.search(folded, language: language)
            if case .value(let cities, _) = loaded, cities.isEmpty { return .absent }
            return loaded
        }
        return found
    }
}
