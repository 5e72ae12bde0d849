import ServiceRuntime

/// The settings for sending mail.
enum MailSettings {
    static let sender = Setting<String>(
        "notify.sender", default: "smtp",
        summary: "Way of sending mail: smtp; with notify.development also file, console"
    ) { fault(of: $0, among: ["smtp", "file", "console"]) }
    /// The sender setting of a service that sends no mail by default.
    static let optionalSender = Setting<String>(
        sender.name, default: "none",
        summary: "Way of sending mail: smtp; none: no mail is sent; with notify.development also file, console"
    ) { fault(of: $0, among: ["none", "smtp", "file", "console"]) }
    static let from = Setting<String>("notify.from", default: "", summary: "Sender's e-mail address")
    static let fromName = Setting<String>("notify.name", default: "Vokol", summary: "Sender's name")
    static let host = Setting<String>(
        "notify.smtp.host", default: "", summary: "Host name of the mail server of the sender `smtp`")
    static let port = Setting<Int>("notify.smtp.port", default: 587, in: 1...65_535, summary: "Port of the mail server")
    static let security = Setting<String>(
        "notify.smtp.security", default: SMTPSecurity.startTLS.rawValue,
        summary: "Protection of the mail server's connection: starttls, tls, or none for a server on this machine"
    ) { SMTPSecurity(rawValue: $0) == nil ? "must be starttls, tls or none" : nil }
    static let user = Setting<String>(
        "notify.smtp.user", default: "", summary: "User name at the mail server; empty: no authentication")
    static let password = Setting<String>(
        "notify.smtp.password", default: "", isSecret: true, summary: "Password at the mail server")
    static let clientName = Setting<String>(
        "notify.smtp.name", default: "localhost", summary: "Host name in the greeting to the mail server")
    static let authority = Setting<String>(
        "notify.smtp.authority", default: "",
        summary: "PEM file with the authority of the mail server's certificate; empty: the system's authorities")

    static let all: [any SettingDeclaration] = [sender] + details
    /// The settings of a service that sends no mail by default.
    static let optional: [any SettingDeclaration] = [optionalSender] + details
    private static let details: [any SettingDeclaration] = [
        from, fromName, host, port, security, user, password, clientName, authority,
    ]

    /// Returns the fault in the choice of a sender; for `sendmail` of earlier releases, it names the replacement.
    private static func fault(of sender: String, among senders: [String]) -> String? {
        if senders.contains(sender) { return nil }
        let rule = "must be \(senders.dropLast().joined(separator: ", ")) or \(senders.last ?? "")"
        guard sender == "sendmail" else { return rule }
        return rule + "; instead of sendmail, name its mail server: notify.sender=smtp, notify.smtp.host=localhost, "
            + "notify.smtp.port=25, notify.smtp.security=none"
    }
}

extension SenderChoice {
    /// Reads the configured way of sending mail; `nil` if no mail is sent.
    ///
    /// - Parameter sender: the setting with the choice.
    init?(mail settings: Settings, by sender: Setting<String>) throws(SettingFault) {
        switch try settings.value(sender) {
        case "none": return nil
        case "console": self = .console
        case "file": self = .file(path: try settings.value(NotifySettings.file))
        default:
            let host = try settings.value(MailSettings.host)
            guard !host.isEmpty else {
                throw SettingFault(name: MailSettings.host.name, detail: "must be given for the sender smtp")
            }
            let user = try settings.value(MailSettings.user)
            let password = try settings.value(MailSettings.password)
            var configuration = SMTPConfiguration(
                host: host, port: try settings.value(MailSettings.port),
                security: SMTPSecurity(rawValue: try settings.value(MailSettings.security)) ?? .startTLS,
                credentials: user.isEmpty ? nil : SMTPCredentials(user: user, password: password),
                from: try MailAddress(settings))
            configuration.clientName = try settings.value(MailSettings.clientName)
            let authority = try settings.value(MailSettings.authority)
            if !authority.isEmpty { configuration.authorityFile = authority }
            self = .smtp(configuration)
        }
    }
}

extension MailAddress {
    fileprivate init(_ settings: Settings) throws(SettingFault) {
        let address = try settings.value(MailSettings.from)
        guard !address.isEmpty else {
            throw SettingFault(name: MailSettings.from.name, detail: "must be given to send mail")
        }
        self.init(name: try settings.value(MailSettings.fromName), address: address)
    }
}
