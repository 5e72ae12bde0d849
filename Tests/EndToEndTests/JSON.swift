import Foundation

/// A JSON value for tests to inspect.
enum JSON: Codable, Equatable, Sendable {
    case object([String: JSON])
    case array([JSON])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null

    init(_ text: String) throws { self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .object(let members): try container.encode(members)
        case .array(let items): try container.encode(items)
        case .string(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .bool(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }

    /// The value as JSON text.
    var encoded: String { String(decoding: (try? JSONEncoder().encode(self)) ?? Data("null".utf8), as: UTF8.self) }

    subscript(name: String) -> JSON {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }

    subscript(index: Int) -> JSON {
        if case .array(let items) = self, items.indices.contains(index) { items[index] } else { .null }
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }
    var int: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }
    var items: [JSON] { if case .array(let items) = self { items } else { [] } }
}

/// Encodes a text as a JSON string, including the quotes.
func quoted(_ text: String) -> String {
    let data = try? JSONEncoder().encode(text)
    return String(decoding: data ?? Data("\"\"".utf8), as: UTF8.self)
}
