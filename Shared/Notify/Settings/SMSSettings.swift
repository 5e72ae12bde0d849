import ServiceRuntime

/// The settings for sending SMS.
enum SMSSettings {
    static let sender = Setting<String>(
        "sms.sender", default: "none",
        summary: "Way of sending SMS: http; none: no SMS are sent; with notify.development also file, console"
    ) { ["none", "http", "file", "console"].contains($0) ? nil : "must be none, http, file or console" }
    static let provider = Setting<String>(
        "sms.provider", default: SMSProvider.custom.rawValue,
        summary:
            "Provider of the sender `http`: smsby, rocketsms, twilio, or custom, which the sms.gateway settings describe"
    ) { SMSProvider(rawValue: $0) == nil ? "must be custom, smsby, rocketsms or twilio" : nil }
    static let user = Setting<String>(
        "sms.user", default: "", summary: "User name at the provider; with twilio the account's SID")
    static let password = Setting<String>(
        "sms.password", default: "", isSecret: true,
        summary: "Password at the provider, for rocketsms or a custom provider")
    static let token = Setting<String>(
        "sms.token", default: "", isSecret: true,
        summary: "Token at the provider, for smsby, twilio or a custom provider")
    static let from = Setting<String>(
        "sms.from", default: "",
        summary: "Sender's name or number, as registered at the provider; empty: the provider's default")
    static let url = Setting<String>(
        "sms.gateway.url", default: "",
        summary: "Address to which SMS are posted, https unless on this machine; empty: the provider's own")
    static let body = Setting<String>(
        "sms.gateway.body", default: SMSGateway.Body.form.rawValue, summary: "Custom provider: body as form or json"
    ) { SMSGateway.Body(rawValue: $0) == nil ? "must be form or json" : nil }
    static let authorization = Setting<String>(
        "sms.gateway.auth", default: "none",
        summary: "Custom provider: basic (user and password), bearer (token), or none"
    ) { ["none", "basic", "bearer"].contains($0) ? nil : "must be none, basic or bearer" }
    static let fields = Setting<[String]>(
        "sms.gateway.fields", default: ["to={to}", "text={text}"],
        summary:
            "Custom provider: members of the body, NAME=VALUE with {to} (+375…), {number} (375…), {text}, {id}, {from}, {user}, {password}, {token}"
    ) { fields in
        fields.allSatisfy { ($0.firstIndex(of: "=") ?? $0.startIndex) > $0.startIndex } ? nil : "must be NAME=VALUE"
    }
    static let accepted = Setting<String>(
        "sms.gateway.accepted", default: "",
        summary: "Custom provider: member of its JSON answer that confirms a message; empty: any 2xx status does")
    static let status = Setting<String>(
        "sms.gateway.status", default: "",
        summary:
            "Custom provider: address with {id} that answers 200 for a message it has, 404 otherwise; empty: a message whose outcome is unknown is not sent again"
    )
    static let authority = Setting<String>(
        "sms.gateway.authority", default: "",
        summary: "PEM file with the authority of the provider's certificate; empty: the system's authorities")

    static let all: [any SettingDeclaration] = [
        sender, provider, user, password, token, from, url, body, authorization, fields, accepted, status, authority,
    ]
}

extension SMSGateway.Configuration {
    init(_ settings: Settings) throws(SettingFault) {
        let account = SMSProvider.Account(
            user: try settings.value(SMSSettings.user), password: try settings.value(SMSSettings.password),
            token: try settings.value(SMSSettings.token), from: try settings.value(SMSSettings.from))
        let provider = SMSProvider(rawValue: try settings.value(SMSSettings.provider)) ?? .custom
        if let known = provider.configuration(for: account) {
            self = known
        } else {
            self = try Self(custom: settings, account)
        }
        let url = try settings.value(SMSSettings.url)
        if !url.isEmpty { self.url = url }
        let authority = try settings.value(SMSSettings.authority)
        if !authority.isEmpty { authorityFile = authority }
        try Self.check(provider, account, url: self.url)
    }

    private init(custom settings: Settings, _ account: SMSProvider.Account) throws(SettingFault) {
        let values = [
            "from": account.from, "user": account.user, "password": account.password, "token": account.token,
        ]
        var fields: [(name: String, value: String)] = []
        for field in try settings.value(SMSSettings.fields) {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields.append((name: String(parts[0]), value: SMSGateway.filled(String(parts[1]), values)))
        }
        self.init(url: "", fields: fields)
        body = SMSGateway.Body(rawValue: try settings.value(SMSSettings.body)) ?? .form
        switch try settings.value(SMSSettings.authorization) {
        case "basic": authorization = .basic(user: account.user, password: account.password)
        case "bearer": authorization = .bearer(token: account.token)
        default: break
        }
        let accepted = try settings.value(SMSSettings.accepted)
        if !accepted.isEmpty { acceptedMember = accepted }
        let status = try settings.value(SMSSettings.status)
        if !status.isEmpty { inquiry = .byID(status) }
    }

    private static func check(
        _ provider: SMSProvider, _ account: SMSProvider.Account, url: String
    ) throws(SettingFault) {
        let missing: String? =
            switch provider {
            case .custom: url.isEmpty ? SMSSettings.url.name : nil
            case .smsBy: account.token.isEmpty ? SMSSettings.token.name : nil
            case .rocketSMS:
                account.user.isEmpty
                    ? SMSSettings.user.name : account.password.isEmpty ? SMSSettings.password.name : nil
            case .twilio:
                account.user.isEmpty
                    ? SMSSettings.user.name
                    : account.token.isEmpty
                        ? SMSSettings.token.name : account.from.isEmpty ? SMSSettings.from.name : nil
            }
        if let missing {
            throw SettingFault(name: missing, detail: "must be given for the provider \(provider.rawValue)")
        }
        // The user becomes part of the address, which it must not redirect.
        guard account.user.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"/?#%".utf8.contains($0) }) else {
            throw SettingFault(name: SMSSettings.user.name, detail: "must be visible ASCII without / ? # %")
        }
    }
}
