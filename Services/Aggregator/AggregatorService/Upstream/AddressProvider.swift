import AggregatorContract
import Upstream
import Values

/// The address providers, by their names in settings and answers.
enum AddressProviderName: String, CaseIterable {
    case google, nominatim, photon
}

/// A provider of addresses.
protocol AddressProvider: Sendable {
    /// The provider's name in answers.
    var name: String { get }
    /// The credit that the provider's licence requires.
    var attribution: String { get }
    /// True if the provider's terms allow storing its answers.
    var allowsStorage: Bool { get }
    /// Finds the address of a place.
    ///
    /// - Parameter deadline: the caller's deadline, if earlier than the host's own timeout.
    func address(
        at location: Location, language: Language, deadline: ContinuousClock.Instant?
    ) async throws(UpstreamFailure) -> Loaded<FoundAddress>
}
