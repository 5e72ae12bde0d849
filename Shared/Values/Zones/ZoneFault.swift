/// Why a ``Zone`` could not be had.
public struct ZoneFault: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// What was asked for cannot be the name of a time zone.
        case invalidIdentifier
        /// The time zone database has no such zone, or is not installed.
        case notFound
        /// The zone's file exists but cannot be read, or is larger than 64 KiB.
        case unreadable
        /// The zone's file does not hold to RFC 9636.
        case malformed
    }

    public let reason: Reason
    /// The identifier that was asked for, as it was given: it may come from outside.
    public let identifier: String
    /// What is wrong, in words.
    public let detail: String

    public var description: String { "time zone \(identifier): \(detail)" }
}
