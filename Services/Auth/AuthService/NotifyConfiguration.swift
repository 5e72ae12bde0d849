import Notify
import ServiceRuntime

/// The settings for sending messages.
enum NotifyConfiguration {
    static let sender = Setting<String>(
        "notify.sender", default: "smtp",
        summary: "How mail leaves: smtp, sendmail; with notify.development also file, console"
    ) { ["smtp", "sendmail", "file", "console"].contains($0) ? nil : "must be smtp, sendmail, file or console" }
    static let development = Setting<Bool>(
        "notify.development", default: false, summary: "Whether messages may be shown instead of sent")
    static let file = Setting<String>(
        "notify.file", default: "outbox.jsonl",
        summary: "Where the sender `file` appends messages, one JSON object a line")
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

    static let all: [any SettingDeclaration] = [
        sender, development, file, from, fromName, sendmail, host, port, security, user, password, clientName,
        authority,
    ]
}

extension SenderChoice {
    init(_ settings: Settings) throws(SettingFault) {
        switch try settings.value(NotifyConfiguration.sender) {
        case "console": self = .console
        case "file": self = .file(path: try settings.value(NotifyConfiguration.file))
        case "sendmail":
            self = .sendmail(
                program: try settings.value(NotifyConfiguration.sendmail), from: try MailAddress(settings))
        default:
            let host = try settings.value(NotifyConfiguration.host)
            guard !host.isEmpty else {
                throw SettingFault(name: NotifyConfiguration.host.name, detail: "must be given for the sender smtp")
            }
            let user = try settings.value(NotifyConfiguration.user)
            let password = try settings.value(NotifyConfiguration.password)
            var configuration = SMTPSender.Configuration(
                host: host, port: try settings.value(NotifyConfiguration.port),
                security: SMTPSecurity(rawValue: try settings.value(NotifyConfiguration.security)) ?? .startTLS,
                credentials: user.isEmpty ? nil : SMTPCredentials(user: user, password: password),
                from: try MailAddress(settings), clientName: try settings.value(NotifyConfiguration.clientName))
            let authority = try settings.value(NotifyConfiguration.authority)
            if !authority.isEmpty { configuration.authorityFile = authority }
            self = .smtp(configuration)
        }
    }
}

extension MailAddress {
    fileprivate init(_ settings: Settings) throws(SettingFault) {
        let address = try settings.value(NotifyConfiguration.from)
        guard !address.isEmpty else {
            throw SettingFault(name: NotifyConfiguration.from.name, detail: "must be given to send mail")
        }
        self.init(name: try settings.value(NotifyConfiguration.fromName), address: address)
    }
}
