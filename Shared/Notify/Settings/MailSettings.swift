import ServiceRuntime

/// The settings for sending mail.
enum MailSettings {
    static let sender = Setting<String>(
        "notify.sender", default: "smtp",
        summary: "How mail leaves: smtp, sendmail; with notify.development also file, console"
    ) { ["smtp", "sendmail", "file", "console"].contains($0) ? nil : "must be smtp, sendmail, file or console" }
    /// The same, for a service that does without mail unless it is told otherwise.
    static let optionalSender = Setting<String>(
        sender.name, default: "none",
        summary: "How mail leaves: smtp, sendmail; none: no mail is sent; with notify.development also file, console"
    ) {
        ["none", "smtp", "sendmail", "file", "console"].contains($0)
            ? nil : "must be none, smtp, sendmail, file or console"
    }
    static let from = Setting<String>("notify.from", default: "", summary: "E-mail address that mail comes from")
    static let fromName = Setting<String>("notify.name", default: "Vokol", summary: "Name that mail comes from")
    static let sendmail = Setting<String>(
        "notify.sendmail", default: "/usr/sbin/sendmail", summary: "Program of the sender `sendmail`")
    static let host = Setting<String>("notify.smtp.host", default: "", summary: "Mail server of the sender `smtp`")
    static let port = Setting<Int>("notify.smtp.port", default: 587, in: 1...65_535, summary: "Its port")
    static let security = Setting<String>(
        "notify.smtp.security", default: SMTPSecurity.startTLS.rawValue,
        summary: "Its protection: starttls, tls, or none for a server on this machine"
    ) { SMTPSecurity(rawValue: $0) == nil ? "must be starttls, tls or none" : nil }
    static let user = Setting<String>("notify.smtp.user", default: "", summary: "User name there; empty: none is given")
    static let password = Setting<String>(
        "notify.smtp.password", default: "", isSecret: true, summary: "Password there")
    static let clientName = Setting<String>(
        "notify.smtp.name", default: "localhost", summary: "Host name by which it is greeted")
    static let authority = Setting<String>(
        "notify.smtp.authority", default: "",
        summary: "PEM file with the authority of its certificate; empty: those of the system")

    static let all: [any SettingDeclaration] = [sender] + details
    /// Those of a service that does without mail unless it is told otherwise.
    static let optional: [any SettingDeclaration] = [optionalSender] + details
    private static let details: [any SettingDeclaration] = [
        from, fromName, sendmail, host, port, security, user, password, clientName, authority,
    ]
}

extension SenderChoice {
    /// Which way mail leaves; `nil` if none does.
    /// - Parameter sender: the setting that says so.
    init?(mail settings: Settings, by sender: Setting<String>) throws(SettingFault) {
        switch try settings.value(sender) {
        case "none": return nil
        case "console": self = .console
        case "file": self = .file(path: try settings.value(NotifySettings.file))
        case "sendmail":
            self = .sendmail(
                program: try settings.value(MailSettings.sendmail), from: try MailAddress(settings))
        default:
            let host = try settings.value(MailSettings.host)
            guard !host.isEmpty else {
                throw SettingFault(name: MailSettings.host.name, detail: "must be given for the sender smtp")
            }
            let user = try settings.value(MailSettings.user)
            let password = try settings.value(MailSettings.password)
            var configuration = SMTPSender.Configuration(
                host: host, port: try settings.value(MailSettings.port),
                security: SMTPSecurity(rawValue: try settings.value(MailSettings.security)) ?? .startTLS,
                credentials: user.isEmpty ? nil : SMTPCredentials(user: user, password: password),
                from: try MailAddress(settings), clientName: try settings.value(MailSettings.clientName))
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
