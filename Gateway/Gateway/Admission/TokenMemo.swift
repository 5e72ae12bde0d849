import Contracts

/// The last token of a connection, so that the calls of one client do not look it up again and again.
struct TokenMemo {
    private var last: VerifiedToken?

    /// Verifies a token; the same bytes as before cost a comparison.
    ///
    /// Expiry, ended sessions and keys that are gone count all the same.
    mutating func verify(
        _ token: UnsafeRawBufferPointer, by tokens: AccessTokens, now: Instant
    ) -> Result<VerifiedToken, TokenFault> {
        if let last, last.matches(token) {
            return tokens.fault(of: last, at: now).map { .failure($0) } ?? .success(last)
        }
        let result = tokens.verify(token, now: now)
        if case .success(let verified) = result { last = verified }
        return result
    }
}
