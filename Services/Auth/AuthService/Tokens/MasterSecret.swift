import Crypto

/// The secret, shared by all replicas, from which every key is derived.
struct MasterSecret: Sendable {
    /// The minimum length of a secret, in bytes.
    static let minimumBytes = 32

    /// The purpose of a key.
    enum Purpose: String, CaseIterable {
        case signingKeys = "signing-keys"
        case refreshTokens = "refresh-tokens"
        case registrationTokens = "registration-tokens"
        case oneTimeCodes = "one-time-codes"
        case deviceTokens = "device-tokens"
        case work
        case throttle
        case outbox
        case audit
        case signIns = "sign-ins"
        case authenticators
        case recoveryCodes = "recovery-codes"
        case passkeys
    }

    private let material: SymmetricKey

    /// Creates a secret; returns `nil` if the text is too short.
    init?(_ text: String) {
        guard text.utf8.count >= Self.minimumBytes else { return nil }
        material = SymmetricKey(data: Array(text.utf8))
    }

    /// Derives the 256-bit key for a purpose; one key reveals nothing about the others.
    func key(for purpose: Purpose) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: material, info: Array("vokol auth \(purpose.rawValue) v1".utf8), outputByteCount: 32)
    }
}
