import Contract
import NIOCore

/// The form in which a stream's events are written.
enum EventFormat {
    /// Server-sent events over HTTP, with the number of the next one.
    case serverSent(nextID: UInt64)
    /// Notifications on a line connection.
    case lines

    // Topics come from the contract, and hold no character that JSON escapes.

    /// Writes an event.
    mutating func write(_ event: EventStream.Event, into out: inout ByteBuffer) {
        switch self {
        case .lines: Self.writeLine(event, into: &out)
        case .serverSent(let id):
            guard event != .alive else {
                out.writeStaticString(":\n\n")
                return
            }
            self = .serverSent(nextID: id + 1)
            Self.writeServerSent(event, id: id, into: &out)
        }
    }

    private static func writeServerSent(_ event: EventStream.Event, id: UInt64, into out: inout ByteBuffer) {
        if event == .ready {
            out.writeStaticString("retry: ")
            out.writeString(String(EventRules.retryMilliseconds))
            out.writeStaticString("\n")
        }
        out.writeStaticString("id: ")
        out.writeString(String(id))
        out.writeStaticString("\nevent: ")
        out.writeString(event.kind.rawValue)
        out.writeStaticString("\ndata: {")
        writeChange(event, into: &out)
        out.writeStaticString("}\n\n")
    }

    private static func writeLine(_ event: EventStream.Event, into out: inout ByteBuffer) {
        beginLine(event.kind, into: &out)
        if case .changed = event { out.writeStaticString(",") }
        writeChange(event, into: &out)
        out.writeStaticString("}}\n")
    }

    /// Writes the line that ends a subscription.
    static func writeEnd(_ reason: EventEnding, into out: inout ByteBuffer) {
        beginLine(.ended, into: &out)
        out.writeStaticString(",\"reason\":\"")
        out.writeString(reason.rawValue)
        out.writeStaticString("\"}}\n")
    }

    private static func beginLine(_ kind: EventKind, into out: inout ByteBuffer) {
        out.writeStaticString("{\"jsonrpc\":\"2.0\",\"method\":\"rpc.event\",\"params\":{\"event\":\"")
        out.writeString(kind.rawValue)
        out.writeStaticString("\"")
    }

    private static func writeChange(_ event: EventStream.Event, into out: inout ByteBuffer) {
        guard case .changed(let topic, let version) = event else { return }
        out.writeStaticString("\"topic\":\"")
        out.writeString(topic)
        out.writeStaticString("\",\"version\":")
        out.writeString(String(version))
    }
}
