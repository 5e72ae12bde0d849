import Contract
import Platform

/// Prints messages to standard error instead of sending them, for development.
public struct ConsoleSender: MessageSender {
    public init() {}

    public func send(_ delivery: Delivery) async throws(DeliveryFailure) {
        let line = Array((delivery.message.line + "\n").utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

extension OutgoingMessage {
    /// The message as one line of JSON: `{"channel":…,"to":…,"subject":…,"text":…}`; SMS have no subject.
    var line: String {
        var members: [(String, JSONNode)] = [("channel", .string(channel.rawValue)), ("to", .string(recipient))]
        if !subject.isEmpty { members.append(("subject", .string(subject))) }
        return JSONNode.object(members + [("text", .string(text))]).serialized()
    }
}
