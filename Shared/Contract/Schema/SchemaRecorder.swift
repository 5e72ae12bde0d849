import Values

/// Derives JSON Schemas from Swift types by running `init(from:)` on a decoder that records each request.
///
/// Arrays get one element, `decodeIfPresent` marks a member as optional, enumerations with raw values list their cases,
/// ``SchemaValue`` types provide their own schema, and other structs become components that others reference.
public struct SchemaRecorder {
    /// The schemas of the structs recorded so far, by component name.
    public private(set) var components: [String: JSONNode] = [:]

    public init() {}

    /// Returns the schema of `type`: a reference into ``components`` for a struct.
    /// - Throws: the error of an `init(from:)` that the recorder cannot satisfy; tests show that this never happens.
    public mutating func schema<Value: Decodable>(of type: Value.Type) throws -> JSONNode {
        let recording = Recording()
        recording.components = components
        let (node, _) = try recording.record(type)
        components = recording.components
        return node
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
    var components: [String: JSONNode] = [:]
    private var open: Set<String> = []

    func record<Value: Decodable>(_ type: Value.Type) throws -> (JSONNode, Value) {
        if let (schema, example) = Self.value(type), let example = example as? Value { return (schema, example) }
        if let listed = type as? any CaseIterable.Type, let (node, value) = Self.enumeration(listed),
            let value = value as? Value
        {
            return (node, value)
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
            for member in members {
                var node = member.node
                if let summary = summaries[member.name] { node = node.setting("description", .string(summary)) }
                properties.append((member.name, node))
            }
            let required = members.filter(\.isRequired).map { JSONNode.string($0.name) }
            var object: [(String, JSONNode)] = [("type", "object"), ("properties", .object(properties))]
            if !required.isEmpty { object.append(("required", .array(required))) }
            object.append(("additionalProperties", false))
            components[name] = .object(object)
            return (["$ref": .string("#/components/schemas/\(name)")], value)
        case .array(let element):
            return (["type": "array", "items": element], value)
        case .value(let node):
            return (node, value)
        }
    }

    private static func value(_ type: Any.Type) -> (JSONNode, Any)? {
        switch type {
        case let type as any SchemaValue.Type: (type.schema, type.anyExample)
        case let type as any TextValue.Type: (type.schema, type.anyExample)
        case let type as any NumberValue.Type: (type.schema, type.anyExample)
        default: nil
        }
    }

    private static func enumeration<List: CaseIterable>(_ type: List.Type) -> (JSONNode, Any)? {
        guard let first = type.allCases.first else { return nil }
        let names = type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawText }
        guard names.count == type.allCases.count else { return nil }
        return (["type": "string", "enum": .array(names.map { .string($0) })], first)
    }
}

extension SchemaValue {
    fileprivate static var anyExample: Any { example }
}

extension TextValue {
    fileprivate static var anyExample: Any { example }
}

extension NumberValue {
    fileprivate static var anyExample: Any { example }
}

extension RawRepresentable {
    fileprivate var rawText: String? { rawValue as? String }
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
        let (node, value) = try Primitive.record(type) ?? decoder.recording.record(type)
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
        let (node, value) = try Primitive.record(type) ?? decoder.recording.record(type)
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
        let (node, value) = try Primitive.record(type) ?? decoder.recording.record(type)
        decoder.shape = .value(node)
        return value
    }
}

/// The primitive JSON types.
private enum Primitive {
    static func record<Value: Decodable>(_ type: Value.Type) -> (JSONNode, Value)? {
        func pair(_ name: String, _ value: Any) -> (JSONNode, Value)? {
            (value as? Value).map { (["type": .string(name)], $0) }
        }
        if type == String.self { return pair("string", "") }
        if type == Bool.self { return pair("boolean", true) }
        if type == Double.self { return pair("number", 0.0) }
        if type == Int.self { return pair("integer", 0) }
        if type == Int64.self { return pair("integer", Int64(0)) }
        return nil
    }
}
