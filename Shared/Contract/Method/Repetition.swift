/// The safety of repeating a call.
public enum Idempotency: Hashable, Sendable {
    /// Repeating the call has no further effect.
    case idempotent
    /// Repeating the call is safe with the same idempotency key, which the caller must send.
    case keyed
    /// The call must not be repeated blindly.
    case none
}

/// The cacheability of the answer to a GET.
public enum Caching: Hashable, Sendable {
    /// Not cacheable.
    case none
    /// Cacheable by the caller only, because the parameters say something about the caller.
    case `private`(seconds: Int)
    /// Cacheable by the caller only, because the answer depends on the caller, even without a sign-in.
    case perCaller(seconds: Int)
    /// Cacheable by the caller and by intermediaries, unless the method needs a sign-in where it is called.
    case `public`(seconds: Int)
}

extension MethodDeclaration {
    /// True if results carry an `ETag` and may be cached.
    package var isConditional: Bool { http?.verb == .get && caching != .none }

    /// True if a cacheable result depends on the parameters, the language and the time, but never on the caller.
    ///
    /// A service does not learn who calls such a method.
    package var isSameForEveryone: Bool {
        if case .perCaller = caching { return false }
        return isConditional && (access == .anyone || access == .openable)
    }
}
