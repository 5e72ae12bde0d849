import AuthContract
import Crypto
import FoundationEssentials
import JWTKit
import Values

/// A key pair that signs access tokens.
struct SigningKey: Sendable {
    /// The key's thumbprint (RFC 7638), equal on all replicas.
    let id: String
    let activeFrom: Instant
    /// The public key, 32 bytes.
    let publicKey: [UInt8]
    private let signer: Curve25519.Signing.PrivateKey

    /// Generates a key.
    init(activeFrom: Instant) { self.init(Curve25519.Signing.PrivateKey(), activeFrom: activeFrom) }

    private init(_ signer: Curve25519.Signing.PrivateKey, activeFrom: Instant) {
        self.signer = signer
        self.activeFrom = activeFrom
        publicKey = Array(signer.publicKey.rawRepresentation)
        let members = #"{"crv":"Ed25519","kty":"OKP","x":"\#(Base64URL.encode(publicKey))"}"#
        id = Base64URL.encode(Array(SHA256.hash(data: Array(members.utf8))))
    }

    /// Decrypts a key from the database; returns `nil` if it was sealed with another secret or is damaged.
    init?(_ row: SigningKeyRecord, secret: SymmetricKey) {
        guard let box = try? AES.GCM.SealedBox(combined: row.sealed),
            let bytes = try? AES.GCM.open(box, using: secret, authenticating: Array(row.id.utf8)),
            let signer = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes)
        else { return nil }
        self.init(signer, activeFrom: row.activeFrom)
        guard id == row.id else { return nil }
    }

    /// Encrypts the key for the database: AES-256-GCM, bound to the key's id.
    func sealed(secret: SymmetricKey) throws -> SigningKeyRecord {
        let box = try AES.GCM.seal(signer.rawRepresentation, using: secret, authenticating: Array(id.utf8))
        return SigningKeyRecord(
            id: id, activeFrom: activeFrom,
            sealed: Array(box.nonce) + Array(box.ciphertext) + Array(box.tag))
    }

    var scheduled: KeySchedule.Key { KeySchedule.Key(id: id, activeFrom: activeFrom) }

    /// The published public key.
    var published: Auth.KeySet.Key { Auth.KeySet.Key(x: Base64URL.encode(publicKey), kid: id) }

    /// Signs an access token (RFC 9068).
    func sign(_ claims: AccessClaims) async throws -> String {
        let kid = JWKIdentifier(string: id)
        let keys = JWTKeyCollection()
        await keys.add(eddsa: EdDSA.PrivateKey(backing: signer), kid: kid)
        return try await keys.sign(claims, kid: kid, header: ["typ": .string("at+jwt")])
    }
}

/// The claims of an access token.
struct AccessClaims: JWTPayload {
    var iss: String
    var aud: String
    var sub: String
    var sid: String
    var jti: String
    var roles: [String]
    /// The time until which a proof counts that the account's owner is present, in seconds since 1970.
    var present: Int64
    /// True if the account may do nothing but set up a second factor; otherwise absent.
    var limited: Bool?
    /// The time of issue, in seconds since 1970.
    var iat: Int64
    /// The time of expiry, in seconds since 1970.
    var exp: Int64

    /// Accepts the claims: the gateway verifies them, not this service.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
}
