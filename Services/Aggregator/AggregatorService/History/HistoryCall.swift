/// The identity of a call that adds an entry, so that a repeated call adds nothing.
struct HistoryCall: Sendable {
    /// The caller's idempotency key.
    var key: String
    /// The encoded parameters; a different call with the same key is rejected.
    var fingerprint: [UInt8]
}
