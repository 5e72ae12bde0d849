import Resilience
import Upstream
import Values

/// The address providers in order of preference, and the cached answers.
struct AddressSources: Sendable {
    /// An address, its age and its provider.
    struct Sourced: Sendable {
        var address: FoundAddress
        var fetchedAt: Instant
        var isStale: Bool
        var provider: any AddressProvider
    }

    static let freshness = Freshness(
        fresh: .seconds(30 * 86_400), revalidate: .seconds(90 * 86_400), ifError: .seconds(365 * 86_400),
        absent: .seconds(86_400))

    let providers: [any AddressProvider]
    let cache: UpstreamCache<FoundAddress>
    let now: @Sendable () -> Instant
    /// The maximum wait for all providers together.
    static let patience: Duration = .milliseconds(1_400)
    var patience = Self.patience
    var failover = HedgedFailover(hedgeDelay: .milliseconds(600))

    /// Returns the address from the first provider that knows it, or `nil` if no available provider does.
    ///
    /// - Parameter isForStorage: queries only providers whose terms allow storing the answer.
    func address(
        at location: Location, language: Language, isForStorage: Bool, deadline: ContinuousClock.Instant
    ) async -> Sourced? {
        let eligible = providers.filter { $0.allowsStorage || !isForStorage }
        let rounded = Self.rounded(location)
        // The nearest known city answers if no provider does in time; a later answer is cached for the next caller.
        let deadline = min(deadline, .now + patience)
        let answers = await failover.answers(of: eligible.count, grade: { $0 == nil ? .none : .conclusive }) { index in
            await query(eligible[index], at: rounded, language, deadline)
        }
        return answers.lazy.compactMap(\.self).first
    }

    private func query(
        _ provider: any AddressProvider, at location: Location, _ language: Language,
        _ deadline: ContinuousClock.Instant
    ) async -> Sourced? {
        guard provider.allowsStorage else {
            // The provider's terms forbid caching the answer, even for concurrent callers.
            let loaded = try? await provider.address(at: location, language: language, deadline: deadline)
            guard case .value(let address, _)? = loaded else { return nil }
            return Sourced(address: address, fetchedAt: now(), isStale: false, provider: provider)
        }
        let key = Self.key(provider, location, language)
        let value = try? await cache.value(for: key, deadline: deadline) { (_) throws(UpstreamFailure) in
            try await provider.address(at: location, language: language, deadline: nil)
        }
        guard let value else { return nil }
        return Sourced(
            address: value.value, fetchedAt: value.fetchedAt, isStale: value.isStale, provider: provider)
    }

    private static func key(_ provider: any AddressProvider, _ location: Location, _ language: Language) -> String {
        "\(provider.name):\(language.rawValue):\(location.latitude.value.fixed(4)),"
            + location.longitude.value.fixed(4)
    }

    /// Returns the country code of a cached address; never queries a provider.
    func cachedCountry(at location: Location, language: Language) async -> String? {
        let rounded = Self.rounded(location)
        for provider in providers where provider.allowsStorage {
            if let code = await cache.peek(Self.key(provider, rounded, language))?.value.countryCode { return code }
        }
        return nil
    }

    /// Returns the place rounded to 0.0005°, some fifty metres, so that neighbours share an answer.
    static func rounded(_ location: Location) -> Location {
        Location(
            latitude: Latitude(unchecked: (location.latitude.value * 2_000).rounded() / 2_000),
            longitude: Longitude(unchecked: (location.longitude.value * 2_000).rounded() / 2_000))
    }
}
