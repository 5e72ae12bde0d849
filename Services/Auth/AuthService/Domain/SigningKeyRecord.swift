import Values

/// A signing key as stored in the database.
struct SigningKeyRecord: Sendable {
    var id: String
    var activeFrom: Instant
    /// The key encrypted with AES-256-GCM: nonce, ciphertext and tag.
    var sealed: [UInt8]
}
