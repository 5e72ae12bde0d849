/// The data that an authenticator signs (WebAuthn Level 2, section 6.1).
struct AuthenticatorData: Sendable {
    /// The SHA-256 hash of the relying party's id.
    var relyingPartyHash: [UInt8]
    /// True if a person touched or otherwise operated the authenticator.
    var isPresent: Bool
    /// True if the authenticator verified that the person is its owner.
    var isVerified: Bool
    /// The number of signatures so far; 0 for an authenticator that does not count.
    var signCount: Int64
    /// The credential that was created; `nil` when signing in.
    var credential: Credential?

    /// A new credential.
    struct Credential: Sendable {
        var id: [UInt8]
        var key: PasskeyKey
    }

    /// The longest id of a credential, in bytes.
    static let maximumIDBytes = 1_023

    /// - Throws: ``CBORFault`` for bytes that are malformed, or a key of an unknown kind.
    init(_ bytes: [UInt8]) throws(CBORFault) {
        guard bytes.count >= 37 else { throw CBORFault() }
        relyingPartyHash = Array(bytes[..<32])
        let flags = bytes[32]
        isPresent = flags & 0x01 != 0
        isVerified = flags & 0x04 != 0
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | Int64($1) }
        var rest = bytes[37...]
        if flags & 0x40 != 0 {
            guard rest.count >= 18 else { throw CBORFault() }
            let length = Int(rest[rest.startIndex + 16]) << 8 | Int(rest[rest.startIndex + 17])
            rest = rest.dropFirst(18)
            guard (1...Self.maximumIDBytes).contains(length), rest.count >= length else { throw CBORFault() }
            let id = Array(rest.prefix(length))
            var reader = CBORReader(rest.dropFirst(length))
            guard let key = PasskeyKey(try reader.value()) else { throw CBORFault() }
            credential = Credential(id: id, key: key)
            rest = reader.rest
        }
        if flags & 0x80 != 0 {
            // Extensions, which nobody asked for.
            var reader = CBORReader(rest)
            _ = try reader.value()
            rest = reader.rest
        }
        guard rest.isEmpty else { throw CBORFault() }
    }
}
