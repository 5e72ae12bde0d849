import NIOCore
public import ServiceRuntime

/// The settings of every service that sends messages.
public enum NotifySettings {
    static let development = Setting<Bool>(
        "notify.development", default: false, summary: "Whether messages may be shown instead of sent")
    static let file = Setting<String>(
        "notify.file", default: "outbox.jsonl",
        summary: "Where the sender `file` appends messages, one JSON object a line")
    public static let smsSender = Setting<String>(
        "sms.sender", default: "none",
        summary: "How SMS leave: http; none: no SMS are sent; with notify.development also file, console"
    ) { ["none", "http", "file", "console"].contains($0) ? nil : "must be none, http, file or console" }

    /// All of them, in the order of the documentation.
    public static let all: [any SettingDeclaration] =
        [development, file] + MailSettings.all + [smsSender]

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
        switch try settings.value(smsSender) {
        case "console": senders.sms = try sender(.console, for: smsSender.name)
        case "file": senders.sms = try sender(.file(path: settings.value(file)), for: smsSender.name)
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
        switch delivery.message.channel {
        case .email: try await email.send(delivery)
        case .sms:
            guard let sms else { throw DeliveryFailure(.permanent, "no SMS are sent") }
            try await sms.send(delivery)
        }
    }
}
