import Contract
import Values
import Wire

/// Reads the server-sent events of a response, however its bytes are split.
package struct ServerSentEvents {
    /// The maximum length of a line, and of the data of an event; those of the server are shorter than 200 bytes.
    private static let maximumLine = 4_096

    private struct Change: Decodable {
        var topic: String
        var version: Int64
    }

    private var line: [UInt8] = []
    private var kind: EventKind?
    private var data: [UInt8] = []

    package init() {}

    /// Reads bytes and returns the events that are complete; `nil` if the stream is malformed.
    package mutating func read(_ bytes: [UInt8]) -> [StreamEvent]? {
        var events: [StreamEvent] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                guard line.count < Self.maximumLine else { return nil }
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if line.isEmpty {
                guard let event = event() else { return nil }
                events += event
            } else {
                readField()
                guard data.count <= Self.maximumLine else { return nil }
            }
            line.removeAll(keepingCapacity: true)
        }
        return events
    }

    private mutating func readField() {
        let text = String(decoding: line, as: UTF8.self)
        // Comments begin with a colon; other fields, such as `retry`, are not needed.
        if text.hasPrefix("event:") {
            kind = EventKind(rawValue: text.dropFirst(6).filter { $0 != " " })
        } else if text.hasPrefix("data:") {
            data += Array(text.dropFirst(5).utf8)
        }
    }

    /// Returns the event that an empty line completes: none after a comment, or if a newer server has its kind.
    private mutating func event() -> [StreamEvent]? {
        defer { (kind, data) = (nil, []) }
        switch kind {
        case .ready: return [.ready]
        case .resync: return [.resync]
        case .changed:
            guard let change = try? CallAnswer.decode(Change.self, from: data) else { return nil }
            return [.changed(topic: change.topic, version: change.version)]
        case .alive, .ended, nil: return []
        }
    }
}
