import AggregatorContract
import Upstream
import Values

/// A provider of addresses.
protocol AddressProvider: Sendable {
    /// The short name that answers carry.
    var name: String { get }
    /// The credit that the provider's licence asks for.
    var attribution: String { get }
    /// True if the provider's terms allow keeping its answers.
    var mayBeKept: Bool { get }
    /// Finds the address of a place.
    /// - Parameter deadline: the moment the caller stops waiting, if earlier than the host's own timeout.
    func address(
        at location: Location, language: Language, deadline: ContinuousClock.Instant?
    ) async throws(UpstreamFailure) -> Loaded<FoundAddress>
}
