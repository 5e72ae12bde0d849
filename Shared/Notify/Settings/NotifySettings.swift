import NIOCore
public import ServiceRuntime

/// The settings of every service that sends messages.
public enum NotifySettings {
    static let development = Setting<Bool>(
        "notify.development", default: false, summary: "Whether messages may be shown instead of sent")
    static let file = Setting<String>(
        "notify.file", default: "outbox.jsonl",
        summary: "Where the sender `file` appends messages, one JSON object a line")
    /// Whether SMS are sent at all.
    public static func sendsSMS(_ settings: Settings) throws(SettingFault) -> Bool {
        try settings.value(SMSSettings.sender) != "none"
    }

    /// All of them, in the order of the documentation.
    public static let all: [any SettingDeclaration] =
        [development, file] + MailSettings.all + SMSSettings.all

    /// Makes what hands messages to the world.
    /// - Throws: ``SettingFault`` if a setting cannot be used.
    public static func makeSender(_ boot: Bootstrap) throws -> any MessageSender {
        let settings = boot.settings
        let isDevelopment = try settings.value(development)
        func sender(_ choice: SenderChoice, for setting: String) throws(SettingFault) -> any MessageSender {
            do throws(SenderFault) {
                return try choice.makeSender(isDevelopment: isDevelopment, group: boot.group)
            } catch {
                throw SettingFault(name: setting, detail: error.description)
            }
        }
        var senders = ChannelSenders(
            email: try sender(SenderChoice(mail: settings), for: MailSettings.sender.name))
        switch try settings.value(SMSSettings.sender) {
        case "console": senders.sms = try sender(.console, for: SMSSettings.sender.name)
        case "file": senders.sms = try sender(.file(path: settings.value(file)), for: SMSSettings.sender.name)
        case "http":
            let gateway = SenderChoice.smsGateway(try SMSGateway.Configuration(settings))
            senders.sms = try sender(gateway, for: SMSSettings.url.name)
        default: break
        }
        return senders
    }
}

/// Hands each message to the sender of its channel.
struct ChannelSenders: MessageSender {
    var email: any MessageSender
    /// `nil` if no SMS are sent.
    var sms: (any MessageSender)?

    func send(_ delivery: Delivery) async throws(DeliveryFailure) {
        try await sender(of: delivery).send(delivery)
    }

    func fate(of delivery: Delivery) async throws(DeliveryFailure) -> EarlierFate {
        try await sender(of: delivery).fate(of: delivery)
    }

    private func sender(of delivery: Delivery) throws(DeliveryFailure) -> any MessageSender {
        switch delivery.message.channel {
        case .email: return email
        case .sms:
            guard let sms else { throw DeliveryFailure(.permanent, "no SMS are sent") }
            return sms
        }
    }
}
