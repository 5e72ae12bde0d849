import Upstream
import Values

/// Open-Meteo's search for places, and the cached answers.
struct GeocodingSource: Sendable {
    static let freshness = Freshness(
        fresh: .seconds(7 * 86_400), revalidate: .seconds(30 * 86_400), ifError: .seconds(90 * 86_400),
        absent: .seconds(3_600))
    /// The maximum wait of a search; a later answer is cached for the next search.
    static let patience: Duration = .milliseconds(1_500)
    /// The minimum length of a text to query; too many names begin with a shorter one.
    static let shortest = 3

    let geocoding: OpenMeteoGeocodingClient
    let cache: UpstreamCache<[GeocodedCity]>

    /// Finds cities by name; returns `nil` if the provider does not answer in time.
    func cities(
        _ query: String, language: Language, deadline: ContinuousClock.Instant
    ) async -> Cached<[GeocodedCity]>? {
        let folded = Folding.fold(query)
        guard folded.unicodeScalars.count >= Self.shortest else { return nil }
        return await cities(for: "\(language.rawValue):\(folded)", deadline) { () throws(UpstreamFailure) in
            try await geocoding.search(folded, language: language)
        }
    }

    /// Returns the city with a GeoNames number; `nil` if there is none, or the provider does not answer in time.
    func city(
        number: Int, language: Language, deadline: ContinuousClock.Instant
    ) async -> (city: GeocodedCity, found: Cached<[GeocodedCity]>)? {
        // No folded text contains a number sign.
        let found = await cities(for: "\(language.rawValue):#\(number)", deadline) { () throws(UpstreamFailure) in
            try await geocoding.city(number: number, language: language)
        }
        return found.flatMap { found in found.value.first.map { ($0, found) } }
    }

    private func cities(
        for key: String, _ deadline: ContinuousClock.Instant,
        _ load: @escaping @Sendable () async throws(UpstreamFailure) -> Loaded<[GeocodedCity]>
    ) async -> Cached<[GeocodedCity]>? {
        let deadline = min(deadline, .now + Self.patience)
        return try? await cache.value(for: key, deadline: deadline) { (_) throws(UpstreamFailure) in
            let loaded = try await load()
            if case .value(let cities, _) = loaded, cities.isEmpty { return .absent }
            return loaded
        }
    }
}
