import NIOCore
public import ServiceRuntime

/// The settings of every service that sends messages.
public enum NotifySettings {
    static let development = Setting<Bool>(
        "notify.development", default: false, summary: "Allows messages to be shown instead of sent")
    static let file = Setting<String>(
        "notify.file", default: "outbox.jsonl",
        summary: "File to which the sender `file` appends messages, one JSON object per line")

    /// Returns true if the service sends SMS.
    public static func sendsSMS(_ settings: Settings) throws(SettingFault) -> Bool {
        try settings.value(SMSSettings.sender) != "none"
    }

    /// All settings, in documentation order.
    public static let all: [any SettingDeclaration] =
        [development, file] + MailSettings.all + SMSSettings.all
    /// The settings of a service that sends no mail by default.
    public static let optionalMail: [any SettingDeclaration] =
        [development, file] + MailSettings.optional + SMSSettings.all

    /// Returns true if development stand-ins, such as printing messages instead of sending them, are allowed.
    public static func isDevelopment(_ settings: Settings) throws(SettingFault) -> Bool {
        try settings.value(development)
    }

    /// Creates the sender of mail and SMS.
    ///
    /// - Throws: ``SettingFault`` if a setting is unusable.
    public static func makeSender(_ boot: Bootstrap) throws -> any MessageSender {
        ChannelSenders(email: try mailSender(boot, by: MailSettings.sender), sms: try smsSender(boot))
    }

    /// Creates the sender of a service that uses the ``optionalMail`` settings.
    ///
    /// - Throws: ``SettingFault`` if a setting is unusable.
    public static func makeSenderWithOptionalMail(_ boot: Bootstrap) throws -> any MessageSender {
        ChannelSenders(email: try mailSender(boot, by: MailSettings.optionalSender), sms: try smsSender(boot))
    }

    private static func mailSender(_ boot: Bootstrap, by setting: Setting<String>) throws -> (any MessageSender)? {
        guard let choice = try SenderChoice(mail: boot.settings, by: setting) else { return nil }
        return try sender(choice, for: setting.name, boot)
    }

    private static func smsSender(_ boot: Bootstrap) throws -> (any MessageSender)? {
        let settings = boot.settings
        let name = SMSSettings.sender.name
        return switch try settings.value(SMSSettings.sender) {
        case "console": try sender(.console, for: name, boot)
        case "file": try sender(.file(path: settings.value(file)), for: name, boot)
        case "http":
            try sender(.smsGateway(try SMSGateway.Configuration(settings)), for: SMSSettings.url.name, boot)
        default: nil
        }
    }

    private static func sender(
        _ choice: SenderChoice, for setting: String, _ boot: Bootstrap
    ) throws -> any MessageSender {
        let isDevelopment = try boot.settings.value(development)
        do throws(SenderFault) {
            return try choice.makeSender(isDevelopment: isDevelopment, group: boot.group)
        } catch {
            throw SettingFault(name: setting, detail: error.description)
        }
    }
}

/// A sender that passes each message to the sender for its channel.
struct ChannelSenders: MessageSender {
    /// The sender of mail; `nil` if no mail is sent.
    var email: (any MessageSender)?
    /// The sender of SMS; `nil` if no SMS are sent.
    var sms: (any MessageSender)?

    func send(_ delivery: Delivery) async throws(DeliveryFailure) {
        try await sender(of: delivery).send(delivery)
    }

    func earlierOutcome(of delivery: Delivery) async throws(DeliveryFailure) -> EarlierOutcome {
        try await sender(of: delivery).earlierOutcome(of: delivery)
    }

    private func sender(of delivery: Delivery) throws(DeliveryFailure) -> any MessageSender {
        switch delivery.message.channel {
        case .email:
            guard let email else { throw DeliveryFailure(.permanent, "no mail is sent") }
            return email
        case .sms:
            guard let sms else { throw DeliveryFailure(.permanent, "no SMS are sent") }
            return sms
        }
    }
}
