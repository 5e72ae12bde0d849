import Crypto
import Values

/// An SMS provider.
public enum SMSProvider: String, Sendable, CaseIterable {
    /// Any other provider; settings describe its requests.
    case custom
    /// sms.by: `sendQuickSms` with a token.
    case smsBy = "smsby"
    /// RocketSMS: `simple/send` with a user and the MD5 of the password.
    case rocketSMS = "rocketsms"
    /// Twilio: `Messages` of an account, with the account's SID as the user.
    case twilio

    /// Our account at the provider.
    public struct Account: Sendable {
        public var user: String
        public var password: String
        public var token: String
        /// The sender's name or number; empty for the provider's default.
        public var from: String

        public init(user: String = "", password: String = "", token: String = "", from: String = "") {
            self.user = user
            self.password = password
            self.token = token
            self.from = from
        }
    }

    /// Returns the configuration for an account; `nil` for a provider described by settings.
    func configuration(for account: Account) -> SMSGateway.Configuration? {
        func fields(_ pairs: [(String, String)], from: String) -> [(name: String, value: String)] {
            (account.from.isEmpty ? pairs : pairs + [(from, account.from)]).map { (name: $0.0, value: $0.1) }
        }
        switch self {
        case .custom: return nil
        case .smsBy:
            var configuration = SMSGateway.Configuration(
                url: "https://app.sms.by/api/v1/sendQuickSms",
                fields: fields(
                    [("token", account.token), ("message", "{text}"), ("phone", "{number}")], from: "alphaname_id"))
            configuration.acceptedMember = "sms_id"
            return configuration
        case .rocketSMS:
            let digest = Insecure.MD5.hash(data: Array(account.password.utf8))
            let password = Hex.encode(digest)
            var configuration = SMSGateway.Configuration(
                url: "https://api.rocketsms.by/simple/send",
                fields: fields(
                    [
                        ("username", account.user), ("password", password), ("phone", "{number}"), ("text", "{text}"),
                        ("priority", "true"),
                    ], from: "sender"))
            configuration.acceptedMember = "id"
            return configuration
        case .twilio:
            let messages = "https://api.twilio.com/2010-04-01/Accounts/\(account.user)/Messages.json"
            var configuration = SMSGateway.Configuration(
                url: messages, fields: fields([("To", "{to}"), ("Body", "{text}")], from: "From"))
            configuration.authorization = .basic(user: account.user, password: account.token)
            configuration.acceptedMember = "sid"
            configuration.inquiry = .byText("\(messages)?To={to}&PageSize=50")
            return configuration
        }
    }
}
