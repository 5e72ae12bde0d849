import CryptoExtras
import Values

/// The signature of bePaid's notifications: RSA with SHA-256 over the raw body, in Base64.
struct BePaidSignature: Sendable {
    /// The header that contains the signature.
    static let header = "content-signature"

    private let key: _RSA.Signing.PublicKey

    /// Creates a check with the shop's public key.
    ///
    /// - Parameter text: the key as the provider shows it: Base64, with or without the lines of PEM around it.
    /// - Returns: `nil` if the text is no RSA key of at least 2,048 bits.
    init?(publicKey text: String) {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        let base64 = lines.joined().filter { !$0.isWhitespace && $0 != "=" }
        guard let bytes = Base64.decode(unpadded: base64),
            let key = try? _RSA.Signing.PublicKey(derRepresentation: bytes)
        else { return nil }
        self.key = key
    }

    func isValid(_ signature: String, of body: [UInt8]) -> Bool {
        guard let bytes = Base64.decode(unpadded: signature.filter { $0 != "=" }) else { return false }
        return key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: bytes), for: body, padding: .insecurePKCS1v1_5)
    }
}
