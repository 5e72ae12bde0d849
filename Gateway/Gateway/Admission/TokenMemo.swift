/// The last token of a connection: saves a lookup per call of the same client.
struct TokenMemo {
    private var last: VerifiedToken?

    /// Returns the token if it was verified before: a comparison for the same bytes as last time, a lookup for others.
    ///
    /// ``AccessTokens/fault(of:at:)`` decides whether it is still good.
    mutating func known(_ token: UnsafeRawBufferPointer, in tokens: AccessTokens) -> VerifiedToken? {
        if let last, last.matches(token) { return last }
        guard let kept = tokens.known(token) else { return nil }
        last = kept
        return kept
    }
}
