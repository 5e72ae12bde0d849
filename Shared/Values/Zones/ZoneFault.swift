/// The error of reading a ``Zone``.
public struct ZoneFault: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// The identifier is malformed.
        case invalidIdentifier
        /// The time zone database has no such zone, or is not installed.
        case notFound
        /// The zone's file exists but cannot be read, or is larger than 64 KiB.
        case unreadable
        /// The zone's file violates RFC 9636.
        case malformed
    }

    public let reason: Reason
    /// The requested identifier, verbatim; it may come from outside the program.
    public let identifier: String
    /// A description of the fault.
    public let detail: String

    public var description: String { "time zone \(identifier): \(detail)" }
}
