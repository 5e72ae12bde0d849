public import Contract
import Crypto
import Values

extension CalendarSecret {
    /// Creates a secret of 256 bits from the operating system.
    public static let random: @Sendable () -> CalendarSecret = {
        CalendarSecret(unchecked: Base64URL.encode(SymmetricKey(size: .bits256).withUnsafeBytes(Array.init)))
    }

    /// The SHA-256 of the secret.
    ///
    /// A secret has 256 random bits, so an unsalted hash reveals nothing about it.
    public var digest: [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }
}
