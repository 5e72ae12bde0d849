/// The last token of a connection, which saves a lookup for each call with the same token.
struct TokenMemo {
    private var last: VerifiedToken?

    /// True if the connection has sent a token that was valid then.
    var isKnown: Bool { last != nil }

    /// Returns the token if it was verified before, after comparing it with the last one or looking it up.
    ///
    /// ``AccessTokens/fault(of:at:)`` decides whether it is still valid.
    mutating func known(_ token: UnsafeRawBufferPointer, in tokens: AccessTokens) -> VerifiedToken? {
        if let last, last.matches(token) { return last }
        guard let cached = tokens.known(token) else { return nil }
        last = cached
        return cached
    }
}
