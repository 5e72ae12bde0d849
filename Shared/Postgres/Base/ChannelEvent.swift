/// An event of a channel of `LISTEN`.
public enum ChannelEvent: Equatable, Sendable {
    /// Every notification that is committed from now on is received, until the connection is lost.
    case started
    /// A notification, with its payload.
    case notified(String)
}
