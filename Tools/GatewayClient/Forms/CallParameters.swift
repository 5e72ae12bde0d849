import Contract
import Machine
import Wire

/// The parameters of a call, parsed from arguments such as `query=замок`, `near.latitude=53.9`, `bbox:=[27,53,28,54]`.
package struct CallParameters: Sendable {
    /// A JSON value, a list, or an object with its members in the given order.
    package indirect enum Node: Sendable {
        case value([UInt8])
        case list([[UInt8]])
        case object([(name: String, node: Node)])
    }

    package let members: [(name: String, node: Node)]

    package init(members: [(name: String, node: Node)]) { self.members = members }

    /// Parses arguments by the types of a method's parameters.
    ///
    /// - Throws: ``OperatorError`` that names the faulty argument and the alternatives.
    package init(_ words: [String], for shape: MethodShape) throws {
        var members: [(name: String, node: Node)] = []
        for word in words {
            guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
                throw OperatorError("'\(word)' is not a parameter: write name=value or name:=JSON")
            }
            let isJSON = word[word.index(before: equals)] == ":"
            let name = word[..<(isJSON ? word.index(before: equals) : equals)]
            let text = String(word[word.index(after: equals)...])
            let path = name.split(separator: ".", omittingEmptySubsequences: false)
            guard let schema = shape.schema(at: path) else {
                let known = shape.parameters.map(\.name).joined(separator: ", ")
                throw OperatorError(
                    "\(shape.declaration.name) has no parameter \(name)\(known.isEmpty ? "; it takes none" : "; it has \(known)")"
                )
            }
            let node = isJSON ? try Self.json(text, of: name) : try Self.node(text, of: name, schema: schema)
            try Self.insert(node, at: path[...], into: &members, name: name)
        }
        self.members = members
    }

    /// The parameters as one JSON object.
    package var json: [UInt8] {
        var writer = JSONWriter()
        Self.write(.object(members), to: &writer)
        return writer.bytes
    }

    private static func json(_ text: String, of name: Substring) throws -> Node {
        var bytes = Array(text.utf8)
        do {
            let range = try bytes.withUnsafeMutableBytes { buffer in
                try EnvelopeScanner(profile: .client).scanValue(buffer, mustBeObject: false)
            }
            return .value(Array(bytes[range]))
        } catch {
            throw OperatorError("\(name) is not JSON: \(text)")
        }
    }

    private static func node(_ text: String, of name: Substring, schema: JSONNode) throws -> Node {
        guard schema["type"]?.text == "array" else {
            return .value(try scalar(text, of: name, type: schema["type"]?.text))
        }
        let items = text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
        return .list(try items.map { try scalar(String($0), of: name, type: schema["items"]?["type"]?.text) })
    }

    private static func scalar(_ text: String, of name: Substring, type: String?) throws -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: text.utf8.count + 2)
        switch type {
        case "integer":
            guard let number = Int64(text) else { throw OperatorError("\(name) must be a whole number, not '\(text)'") }
            writer.integer(number)
        case "number":
            guard let number = Double(text), number.isFinite else {
                throw OperatorError("\(name) must be a number, not '\(text)'")
            }
            writer.double(number)
        case "boolean":
            guard let flag = Bool(text) else { throw OperatorError("\(name) must be true or false, not '\(text)'") }
            writer.bool(flag)
        case "object":
            throw OperatorError("\(name) has parts: write \(name).part=value or \(name):=JSON")
        default:
            writer.string(text)
        }
        return writer.bytes
    }

    private static func insert(
        _ node: Node, at path: ArraySlice<Substring>, into members: inout [(name: String, node: Node)], name: Substring
    ) throws {
        guard let first = path.first.map(String.init) else { return }
        let rest = path.dropFirst()
        let index = members.firstIndex { $0.name == first }
        if rest.isEmpty {
            guard index == nil else { throw OperatorError("\(name) is given twice") }
            members.append((first, node))
        } else if let index {
            guard case .object(var inner) = members[index].node else { throw OperatorError("\(name) is given twice") }
            try insert(node, at: rest, into: &inner, name: name)
            members[index].node = .object(inner)
        } else {
            var inner: [(name: String, node: Node)] = []
            try insert(node, at: rest, into: &inner, name: name)
            members.append((first, .object(inner)))
        }
    }

    private static func write(_ node: Node, to writer: inout JSONWriter) {
        switch node {
        case .value(let bytes): writer.raw(bytes)
        case .list(let items):
            writer.beginArray()
            for item in items { writer.raw(item) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for member in members {
                writer.key(member.name)
                write(member.node, to: &writer)
            }
            writer.endObject()
        }
    }
}
