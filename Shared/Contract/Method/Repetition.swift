/// The safety of repeating a call.
public enum Idempotency: Hashable, Sendable {
    /// Repeating the call has no further effect.
    case idempotent
    /// Repeating the call is safe with the same idempotency key, which the caller must send.
    case keyed
    /// The call must not be repeated blindly.
    case none
}

/// The cacheability of an answer.
public enum Caching: Hashable, Sendable {
    /// Not cacheable.
    case none
    /// Cacheable by the caller only.
    case `private`(seconds: Int)
    /// Cacheable by the caller and by intermediaries.
    case `public`(seconds: Int)
}
