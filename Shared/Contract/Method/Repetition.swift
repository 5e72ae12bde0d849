/// Whether a call may be repeated.
public enum Idempotency: Hashable, Sendable {
    /// Repeating it changes nothing more.
    case idempotent
    /// Repeating it is safe with the same idempotency key, which the caller must send.
    case keyed
    /// It must not be repeated blindly.
    case none
}

/// How long, and by whom, an answer may be kept.
public enum Caching: Hashable, Sendable {
    /// Not at all.
    case none
    /// By the caller alone, for so many seconds.
    case `private`(seconds: Int)
    /// By everyone between, for so many seconds.
    case `public`(seconds: Int)
}
