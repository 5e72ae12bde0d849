/// The last token of a connection, so that the calls of one client do not look it up again and again.
struct TokenMemo {
    private var last: VerifiedToken?

    /// The token if it was verified before: the same bytes as last time cost a comparison, others a look-up.
    ///
    /// Whether it still holds, ``AccessTokens/fault(of:at:)`` says.
    mutating func known(_ token: UnsafeRawBufferPointer, in tokens: AccessTokens) -> VerifiedToken? {
        if let last, last.matches(token) { return last }
        guard let kept = tokens.known(token) else { return nil }
        last = kept
        return kept
    }
}
