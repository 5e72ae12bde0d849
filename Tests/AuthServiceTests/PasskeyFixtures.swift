import AuthContract
import Crypto
import Testing
import Values

@testable import AuthService

/// An authenticator in software, which the tests make lie.
struct SoftwareAuthenticator {
    let id: [UInt8] = Array("a credential of the tests".utf8)
    let key = P256.Signing.PrivateKey()
    var origin = "https://localhost:8443"
    var domain = "localhost"
    /// User present and user verified.
    var flags: UInt8 = 0x05
    var signCount: UInt32 = 1
    var format = "none"
    var isCrossOrigin = false

    func clientData(_ type: String, _ challenge: Base64URLText) -> Base64URLText {
        let json =
            #"{"type":"\#(type)","challenge":"\#(challenge.text)","origin":"\#(origin)","crossOrigin":\#(isCrossOrigin)}"#
        return Base64URLText(unchecked: Base64URL.encode(Array(json.utf8)))
    }

    private func data(flags: UInt8) -> [UInt8] {
        Array(SHA256.hash(data: Array(domain.utf8))) + [flags] + withUnsafeBytes(of: signCount.bigEndian) { Array($0) }
    }

    /// The key in COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    private var cose: [UInt8] {
        let point = Array(key.publicKey.x963Representation)
        return [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + point[1..<33] + [0x22, 0x58, 0x20]
            + point[33...]
    }

    func attestation() -> Base64URLText {
        let data = self.data(flags: flags | 0x40) + [UInt8](repeating: 0, count: 16) + [0, UInt8(id.count)] + id + cose
        let object: [UInt8] =
            [0xA3, 0x63] + Array("fmt".utf8) + [0x60 + UInt8(format.utf8.count)] + Array(format.utf8) + [0x67]
            + Array("attStmt".utf8) + [0xA0, 0x68] + Array("authData".utf8) + [0x58, UInt8(data.count)] + data
        return Base64URLText(unchecked: Base64URL.encode(object))
    }

    func assertion(
        _ challenge: Base64URLText, userHandle: String? = nil, type: String = "webauthn.get"
    ) throws -> Auth.PasskeyAssertion {
        let clientData = self.clientData(type, challenge)
        let data = self.data(flags: flags)
        let signature = try key.signature(for: data + Array(SHA256.hash(data: clientData.bytes)))
        func text(_ bytes: some Collection<UInt8>) -> Base64URLText {
            Base64URLText(unchecked: Base64URL.encode(Array(bytes)))
        }
        return Auth.PasskeyAssertion(
            id: CredentialID(unchecked: Base64URL.encode(id)), clientData: clientData, authenticatorData: text(data),
            signature: text(signature.derRepresentation), userHandle: userHandle.map { text($0.utf8) })
    }
}
