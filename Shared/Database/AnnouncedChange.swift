public import Contract

/// A committed change of a service's data that clients may want to see at once.
///
/// ``ChangePublisher`` tells all replicas of it, and ``ChangeListener`` turns it into a hint at each of them.
public protocol AnnouncedChange: Hashable, Sendable {
    /// The PostgreSQL channel on which replicas tell each other about changes.
    static var channel: String { get }
    /// Any change: one of unknown extent or outcome.
    static var everything: Self { get }

    /// Reads a payload of the channel; a newer replica's unknown payload means ``everything``.
    init(payload: String)

    /// The payload of the channel.
    var payload: String { get }

    /// Returns the hint for clients; `nil` if it takes more than a hint.
    func hint(version: Int64) -> Hint?
}
