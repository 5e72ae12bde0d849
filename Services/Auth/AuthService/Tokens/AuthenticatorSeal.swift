import Crypto
import Values

/// Encrypts the secrets of authenticator apps for the database: AES-256-GCM, bound to the account.
struct AuthenticatorSeal: Sendable {
    private let key: SymmetricKey

    init(key: SymmetricKey) { self.key = key }

    func seal(_ code: TimeCode, of account: Identifier) throws -> [UInt8] {
        let box = try AES.GCM.seal(code.secret, using: key, authenticating: Array(account.text.utf8))
        return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
    }

    /// Decrypts a secret; returns `nil` if it was sealed with another key or for another account.
    func open(_ sealed: [UInt8], of account: Identifier) -> TimeCode? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let secret = try? AES.GCM.open(box, using: key, authenticating: Array(account.text.utf8))
        else { return nil }
        return TimeCode(secret: Array(secret))
    }
}
