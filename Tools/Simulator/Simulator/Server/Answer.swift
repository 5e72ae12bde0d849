import Contract
import Wire

/// A third party's answer, before any fault is applied.
struct Answer: Sendable {
    enum Body: Sendable {
        case none
        case json(JSONNode)
        case xml(String)
        case html(String)
        case bytes([UInt8], type: String)
    }

    var status: Int
    var headers: [(name: String, value: String)] = []
    var body: Body

    static func json(_ status: Int, _ body: JSONNode) -> Answer { Answer(status: status, body: .json(body)) }
    static func xml(_ body: String) -> Answer { Answer(status: 200, body: .xml(body)) }
    static func html(_ status: Int, _ body: String) -> Answer { Answer(status: status, body: .html(body)) }
    static func empty(_ status: Int) -> Answer { Answer(status: status, body: .none) }

    /// Returns a copy with another header field.
    func adding(_ name: String, _ value: String) -> Answer {
        var answer = self
        answer.headers.append((name, value))
        return answer
    }

    /// The media type of the body; `nil` if there is none.
    var type: String? {
        switch body {
        case .none: nil
        case .json: "application/json; charset=utf-8"
        case .xml: "application/rss+xml; charset=utf-8"
        case .html: "text/html; charset=utf-8"
        case .bytes(_, let type): type
        }
    }

    /// The body as bytes.
    var bytes: [UInt8] {
        switch body {
        case .none: return []
        case .json(let node):
            var writer = JSONWriter(reservingCapacity: 4096)
            node.write(to: &writer)
            return writer.bytes
        case .xml(let text), .html(let text): return Array(text.utf8)
        case .bytes(let bytes, _): return bytes
        }
    }
}

extension JSONNode {
    /// Writes the value without white space.
    func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .integer(let value): writer.integer(value)
        case .number(let value): writer.double(value)
        case .string(let value): writer.string(value)
        case .array(let items):
            writer.beginArray()
            for item in items { item.write(to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for (name, value) in members {
                writer.key(name)
                value.write(to: &writer)
            }
            writer.endObject()
        }
    }

    /// Returns a string, or `null` for `nil`.
    static func optional(_ text: String?) -> JSONNode { text.map { .string($0) } ?? .null }
}
