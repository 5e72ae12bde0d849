import Values

/// A signing key as the database holds it.
struct SigningKeyRecord: Sendable {
    var id: String
    var activeFrom: Instant
    /// AES-256-GCM: nonce, ciphertext, tag.
    var sealed: [UInt8]
}
