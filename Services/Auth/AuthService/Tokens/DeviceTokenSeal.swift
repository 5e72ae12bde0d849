import AuthContract
import Contract
import Crypto
import Values

/// Issues and checks device tokens of the form `SECONDS.MAC`.
///
/// A device gets one with each pair of tokens of a session. It proves that the device has had a session of an account,
/// names neither, and authorizes nothing: limits count a known device separately from strangers.
struct DeviceTokenSeal: Sendable {
    /// The lifetime of a token.
    static let lifetime: Duration = .seconds(DeviceCookieField.maximumAge)
    private let key: SymmetricKey

    init(key: SymmetricKey) { self.key = key }

    /// Creates a token for a device that has a session of an account.
    func token(of account: Identifier, at now: Instant) -> DeviceToken {
        let second = now.milliseconds / 1_000
        let mac = HMAC<SHA256>.authenticationCode(for: Self.content(account.text, "\(second)"), using: key)
        return DeviceToken(unchecked: "\(second).\(Base64URL.encode(Array(mac)))")
    }

    /// Returns true if a token is a current one of an account; takes the same time with and without an account.
    func isCurrent(_ token: DeviceToken, of account: Identifier?, at now: Instant) -> Bool {
        let parts = token.text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let second = Int64(parts[0]), let mac = Base64URL.decode(parts[1]) else { return false }
        let isGenuine = HMAC<SHA256>.isValidAuthenticationCode(
            mac, authenticating: Self.content(account?.text ?? "", String(parts[0])), using: key)
        guard isGenuine, account != nil else { return false }
        return now.milliseconds / 1_000 - second <= Self.lifetime.components.seconds
    }

    private static func content(_ account: String, _ second: String) -> [UInt8] { Array("\(account)/\(second)".utf8) }
}
