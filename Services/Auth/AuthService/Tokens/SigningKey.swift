import AuthContract
import Crypto
import FoundationEssentials
import JWTKit
import Values

/// A key pair that signs access tokens.
struct SigningKey: Sendable {
    /// The key's thumbprint (RFC 7638): the same key has the same name everywhere.
    let id: String
    let activeFrom: Instant
    /// The public key, 32 bytes.
    let publicKey: [UInt8]
    private let signer: Curve25519.Signing.PrivateKey

    /// A new key.
    init(activeFrom: Instant) { self.init(Curve25519.Signing.PrivateKey(), activeFrom: activeFrom) }

    private init(_ signer: Curve25519.Signing.PrivateKey, activeFrom: Instant) {
        self.signer = signer
        self.activeFrom = activeFrom
        publicKey = Array(signer.publicKey.rawRepresentation)
        let members = #"{"crv":"Ed25519","kty":"OKP","x":"\#(Base64URL.encode(publicKey))"}"#
        id = Base64URL.encode(Array(SHA256.hash(data: Array(members.utf8))))
    }

    /// Opens a key from the database; `nil` if it was sealed with another secret.
    init?(_ row: SigningKeyRow, secret: SymmetricKey) {
        guard let box = try? AES.GCM.SealedBox(combined: row.sealed),
            let bytes = try? AES.GCM.open(box, using: secret, authenticating: Array(row.id.utf8)),
            let signer = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes)
        else { return nil }
        self.init(signer, activeFrom: row.activeFrom)
        guard id == row.id else { return nil }
    }

    /// The key as the database keeps it: AES-256-GCM, bound to the key's name.
    func sealed(secret: SymmetricKey) throws -> SigningKeyRow {
        let box = try AES.GCM.seal(signer.rawRepresentation, using: secret, authenticating: Array(id.utf8))
        return SigningKeyRow(
            id: id, activeFrom: activeFrom,
            sealed: Array(box.nonce) + Array(box.ciphertext) + Array(box.tag))
    }

    var scheduled: KeySchedule.Key { KeySchedule.Key(id: id, activeFrom: activeFrom) }

    /// The public half, as it is published.
    var published: Auth.KeySet.Key { Auth.KeySet.Key(x: Base64URL.encode(publicKey), kid: id) }

    /// Signs an access token (RFC 9068).
    func sign(_ claims: AccessClaims) async throws -> String {
        let kid = JWKIdentifier(string: id)
        let keys = JWTKeyCollection()
        await keys.add(eddsa: EdDSA.PrivateKey(backing: signer), kid: kid)
        return try await keys.sign(claims, kid: kid, header: ["typ": .string("at+jwt")])
    }
}

/// A signing key as the database holds it.
struct SigningKeyRow: Sendable {
    var id: String
    var activeFrom: Instant
    var sealed: [UInt8]
}

/// What an access token says.
struct AccessClaims: JWTPayload {
    var iss: String
    var aud: String
    var sub: String
    var sid: String
    var jti: String
    var roles: [String]
    /// Seconds since 1970.
    var iat: Int64
    /// Seconds since 1970.
    var exp: Int64

    /// Verifying is the gateway's business.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
}
