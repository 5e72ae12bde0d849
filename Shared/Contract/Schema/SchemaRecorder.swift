import Values

/// Derives JSON Schemas from Swift types by running `init(from:)` on a decoder that records each request.
///
/// Arrays get one element, `decodeIfPresent` marks a member as optional, and ``SchemaValue`` types provide their own
/// schema. Structs, enumerations with raw values, and the checked texts and numbers of parameters become components,
/// which others reference.
public struct SchemaRecorder {
    /// The use of a value, which decides how strict its schema is.
    public enum Use: Sendable {
        /// The server checks limits and rejects unknown members and values.
        case parameter
        /// A newer server may exceed today's limits and add members and values, so the schema has no limits.
        case result
    }

    /// The schemas of the types recorded so far, by component name.
    public private(set) var components: [String: JSONNode] = [:]
    /// The names of the components that belong to results.
    private var resultNames: Set<String> = []

    public init() {}

    /// Returns the schema of `type`: a reference into ``components`` for a type with a name.
    ///
    /// A type that differs between results and parameters has two components, such as `Location` and `LocationInput`,
    /// provided that results are recorded first.
    /// - Throws: the error of an `init(from:)` that the recorder cannot satisfy; tests show that this never happens.
    public mutating func schema<Value: Decodable>(of type: Value.Type, as use: Use = .parameter) throws -> JSONNode {
        let recording = Recording(use, components, resultNames: resultNames)
        let (node, _) = try recording.record(type)
        components = recording.components
        resultNames = recording.resultNames
        return node
    }

    /// Returns a value whose members are examples.
    /// - Throws: the error of an `init(from:)` that the recorder cannot satisfy.
    static func example<Value: Decodable>(of type: Value.Type) throws -> Value {
        try Recording(.parameter, [:], resultNames: []).record(type).1
    }

    /// Adds a schema that no type has.
    mutating func add(_ schema: JSONNode, named name: String) { components[name] = schema }

    /// Adds a description to the component that a node refers to, if it has none.
    mutating func describe(_ node: JSONNode, _ text: String) {
        guard let name = node["$ref"]?.text?.split(separator: "/").last.map(String.init),
            case .object(var members)? = components[name], !members.contains(where: { $0.0 == "description" })
        else { return }
        members.insert(("description", .string(text)), at: min(1, members.count))
        components[name] = .object(members)
    }

    /// Returns a struct's name in ``components``: `MuseumsSearchParams` for `Museums.Search.Params`.
    public static func componentName(of type: Any.Type) -> String {
        // `Contract.Page<MuseumsContract.Museums.Card>`: every path begins with its module.
        String(reflecting: type).split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
            .map { path in path.split(separator: ".").dropFirst().joined() }.joined()
    }
}

/// The state of recording one type.
private final class Recording {
    private(set) var components: [String: JSONNode]
    private let use: SchemaRecorder.Use
    private(set) var resultNames: Set<String>
    private var open: Set<String> = []

    init(_ use: SchemaRecorder.Use, _ components: [String: JSONNode], resultNames: Set<String>) {
        self.use = use
        self.components = components
        self.resultNames = resultNames
    }

    /// Adds a component; returns the reference to it.
    private func add(_ schema: JSONNode, named name: String) -> JSONNode {
        let isTaken = use == .parameter && resultNames.contains(name) && components[name] != schema
        let name = isTaken ? "\(name)Input" : name
        components[name] = schema
        if use == .result { resultNames.insert(name) }
        return ["$ref": .string("#/components/schemas/\(name)")]
    }

    func record<Value: Decodable>(_ type: Value.Type) throws -> (JSONNode, Value) {
        if let schema = schema(of: type), let example = ExampleValue.of(type) {
            guard isNamed(type) else { return (schema, example) }
            let named = (type as? any AnyOpenEnum.Type)?.knownType ?? type
            return (add(schema, named: SchemaRecorder.componentName(of: named)), example)
        }
        let decoder = RecordingDecoder(recording: self)
        let name = SchemaRecorder.componentName(of: type)
        guard open.insert(name).inserted else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "\(name) holds itself"))
        }
        defer { open.remove(name) }
        let value = try Value(from: decoder)
        switch decoder.shape {
        case .object(let members):
            var properties: [(String, JSONNode)] = []
            let summaries = TypeDocumentation.of(type).members
            let refinements = (type as? any RefinedType.Type)?.refinements ?? [:]
            for member in members {
                var node = member.node
                if use == .parameter, case .object(let rules)? = refinements[member.name] {
                    for (name, rule) in rules { node = node.setting(name, rule) }
                }
                if let summary = summaries[member.name] { node = node.setting("description", .string(summary)) }
                properties.append((member.name, node))
            }
            let required = members.filter(\.isRequired).map { JSONNode.string($0.name) }
            var object: [(String, JSONNode)] = [("type", "object")]
            let summary = TypeDocumentation.of(type).summary
            if !summary.isEmpty { object.append(("description", .string(summary))) }
            object.append(("properties", .object(properties)))
            if !required.isEmpty { object.append(("required", .array(required))) }
            if use == .parameter { object.append(("additionalProperties", false)) }
            return (add(.object(object), named: name), value)
        case .array(let element):
            return (["type": "array", "items": element], value)
        case .value(let node):
            return (node, value)
        }
    }

    private func schema(of type: Any.Type) -> JSONNode? {
        switch type {
        case let type as any SchemaValue.Type: use == .result ? Self.withoutLimits(type.schema) : type.schema
        case let type as any TextValue.Type: type.schema(as: use)
        case let type as any NumberValue.Type: type.schema(as: use)
        case let type as any AnyOpenEnum.Type: Self.schema(ofEnum: type.knownType, isOpen: true)
        case is String.Type: ["type": "string"]
        case is Bool.Type: ["type": "boolean"]
        case is Double.Type: ["type": "number"]
        case is Int.Type, is Int64.Type: ["type": "integer"]
        default: Self.schema(ofEnum: type, isOpen: false)
        }
    }

    /// Returns a schema without the limits of its numbers.
    private static func withoutLimits(_ schema: JSONNode) -> JSONNode {
        guard case .object(let members) = schema else { return schema }
        let kept = members.filter { !["minimum", "maximum"].contains($0.0) }
        return .object(kept.map { ($0.0, withoutLimits($0.1)) })
    }

    private static func schema(ofEnum type: Any.Type, isOpen: Bool) -> JSONNode? {
        guard let values = ExampleValue.rawValues(of: type) else { return nil }
        let documentation = TypeDocumentation.of(type)
        let cases = values.compactMap { value in documentation.members[value].map { "- `\(value)`: \($0)" } }
        let note = isOpen ? "More values may be added: accept those that you do not know." : ""
        let paragraphs = [documentation.summary, cases.joined(separator: "\n"), note].filter { !$0.isEmpty }
        let members: [(String, JSONNode)] = [
            ("type", "string"), ("description", .string(paragraphs.joined(separator: "\n\n"))),
            // Generators make closed types of `enum`, which fail on a new value.
            (isOpen ? "x-extensible-enum" : "enum", .array(values.map { .string($0) })),
        ]
        return .object(members.filter { $0.1 != "" })
    }

    /// Returns true for a type whose schema is a component: an enum, or a text or number with rules of its own.
    private func isNamed(_ type: Any.Type) -> Bool {
        let hasRules = type is any TextValue.Type || type is any NumberValue.Type
        return hasRules && use == .parameter || type is any AnyOpenEnum.Type || ExampleValue.rawValues(of: type) != nil
    }
}

private final class RecordingDecoder: Decoder {
    struct Member {
        var name: String
        var node: JSONNode
        var isRequired: Bool
    }
    enum Shape {
        case object([Member])
        case array(JSONNode)
        case value(JSONNode)
    }

    let recording: Recording
    var shape: Shape = .object([])
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(recording: Recording) { self.recording = recording }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(RecordingObject<Key>(decoder: self))
    }
    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        shape = .array(["type": "null"])
        return RecordingArray(decoder: self)
    }
    func singleValueContainer() -> any SingleValueDecodingContainer { RecordingValue(decoder: self) }

    func add(_ name: String, _ node: JSONNode, isRequired: Bool) {
        guard case .object(var members) = shape else { return }
        members.append(Member(name: name, node: node, isRequired: isRequired))
        shape = .object(members)
    }
}

private let unsupported = DecodingError.dataCorrupted(
    .init(codingPath: [], debugDescription: "a contract type may hold only members, arrays and plain values"))

private struct RecordingObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: RecordingDecoder
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }

    private func record<Value: Decodable>(_ type: Value.Type, _ key: Key, isRequired: Bool) throws -> Value {
        let (node, value) = try decoder.recording.record(type)
        decoder.add(key.stringValue, node, isRequired: isRequired)
        return value
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try record(type, key, isRequired: true)
    }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try record(type, key, isRequired: true) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try record(type, key, isRequired: true) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try record(type, key, isRequired: true) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try record(type, key, isRequired: true) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try record(type, key, isRequired: true) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try record(type, key, isRequired: false)
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try record(type, key, isRequired: false)
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try record(type, key, isRequired: false)
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try record(type, key, isRequired: false)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try record(type, key, isRequired: false) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try record(type, key, isRequired: false)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    { throw unsupported }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw unsupported }
    func superDecoder() throws -> any Decoder { throw unsupported }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw unsupported }
}

private struct RecordingArray: UnkeyedDecodingContainer {
    let decoder: RecordingDecoder
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    var isAtEnd: Bool { currentIndex == 1 }
    var currentIndex = 0

    init(decoder: RecordingDecoder) { self.decoder = decoder }

    mutating func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        currentIndex = 1
        let (node, value) = try decoder.recording.record(type)
        decoder.shape = .array(node)
        return value
    }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        throw unsupported
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw unsupported }
    mutating func superDecoder() throws -> any Decoder { throw unsupported }
}

private struct RecordingValue: SingleValueDecodingContainer {
    let decoder: RecordingDecoder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (node, value) = try decoder.recording.record(type)
        decoder.shape = .value(node)
        return value
    }
}
