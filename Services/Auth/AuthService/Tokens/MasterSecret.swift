import Crypto

/// The one secret that all replicas share; every other key comes from it.
struct MasterSecret: Sendable {
    /// The shortest that is accepted, in bytes.
    static let minimumBytes = 32

    /// What a key is for.
    enum Purpose: String, CaseIterable {
        case signingKeys = "signing-keys"
        case refreshTokens = "refresh-tokens"
        case registrationTokens = "registration-tokens"
        case oneTimeCodes = "one-time-codes"
        case throttle
        case outbox
    }

    private let material: SymmetricKey

    /// `nil` if the text is too short to be a secret.
    init?(_ text: String) {
        guard text.utf8.count >= Self.minimumBytes else { return nil }
        material = SymmetricKey(data: Array(text.utf8))
    }

    /// The key of 256 bits for a purpose: knowing one says nothing of the others.
    func key(for purpose: Purpose) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: material, info: Array("vokol auth \(purpose.rawValue) v1".utf8), outputByteCount: 32)
    }
}
