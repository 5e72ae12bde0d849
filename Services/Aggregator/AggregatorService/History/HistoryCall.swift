/// Identifies a call that adds an entry, so that a repeated call adds nothing.
struct HistoryCall: Sendable {
    /// The caller's idempotency key.
    var key: String
    /// The encoded parameters; another call with the same key is refused.
    var fingerprint: [UInt8]
}
