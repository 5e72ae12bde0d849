package import Values

/// Finds every fault in a value; decoding itself stops at the first.
///
/// Runs `init(from:)` on a decoder that records the error of a member and goes on with an example in its place. Costs
/// several times an ordinary decoding: for values that have already been rejected.
package struct FaultCollector {
    /// A fault, as the decoder reported it.
    package struct Found {
        package let path: [any CodingKey]
        package let error: any Error
        /// The name of the field, if its type has one.
        package let field: UserText?
    }

    /// The faults in the order of the declaration.
    package let found: [Found]
    /// True if all members were read, so that any others are unknown.
    package let isComplete: Bool

    /// The maximum number of faults that are collected; the rest of the value is not read.
    package static let maximum = 16

    /// Collects the faults of a value.
    package init<Value: Decodable>(of type: Value.Type, in decoder: any Decoder) {
        let faults = Faults()
        _ = try? faults.nested(type, at: decoder.codingPath) { decoder }
        found = faults.found
        isComplete = faults.isComplete
    }
}

/// The faults found so far.
private final class Faults {
    /// The end of the collection: there are enough faults, or a value with a fault has no example to go on with.
    struct Abandoned: Error {}

    var found: [FaultCollector.Found] = []
    var isComplete = true
    /// The number of objects and arrays opened so far.
    var opened = 0

    /// Decodes a plain value, or goes on with an example of it.
    func plain<Value: Decodable>(
        _ type: Value.Type, at path: @autoclosure () -> [any CodingKey], _ decode: () throws -> Value
    ) throws -> Value {
        do {
            return try decode()
        } catch {
            try add(specific(error, type), at: path(), Self.fieldName(type))
            return try example(of: type)
        }
    }

    /// Adds a fault, unless there are enough.
    func add(_ error: any Error, at path: [any CodingKey], _ field: UserText? = nil) throws {
        try checkRoom()
        found.append(.init(path: path, error: error, field: field))
    }

    /// Decodes a value with members or elements, whose faults are collected one by one.
    func nested<Value: Decodable>(
        _ type: Value.Type, at path: @autoclosure () -> [any CodingKey], _ decoder: () throws -> any Decoder
    ) throws -> Value {
        let (count, opened) = (found.count, opened)
        do {
            return try Value(from: CollectingDecoder(base: decoder(), faults: self))
        } catch {
            try checkRoom()
            // Members with examples in their places may fail checks that the real ones would pass.
            if found.count == count {
                found.append(.init(path: Self.path(of: error, in: path()), error: error, field: Self.fieldName(type)))
            }
            // Of a value of another type, no member was left unread.
            if self.opened > opened { isComplete = false }
            return try example(of: type)
        }
    }

    /// Returns the path of the member that the error names, such as a repeated one; else that of the whole value.
    private static func path(of error: any Error, in value: [any CodingKey]) -> [any CodingKey] {
        guard case DecodingError.dataCorrupted(let context) = error, context.codingPath.count > value.count else {
            return value
        }
        return context.codingPath
    }

    /// Ends the collection once there are enough faults, however many the value has.
    private func checkRoom() throws {
        guard found.count == FaultCollector.maximum else { return }
        isComplete = false
        throw Abandoned()
    }

    private func example<Value: Decodable>(of type: Value.Type) throws -> Value {
        if let value = ExampleValue.of(type) { return value }
        do {
            return try SchemaRecorder.example(of: type)
        } catch {
            isComplete = false
            throw Abandoned()
        }
    }

    /// Replaces the standard library's error for an unknown case with one that lists the cases.
    private func specific(_ error: any Error, _ type: Any.Type) -> any Error {
        guard case DecodingError.dataCorrupted(let context) = error, context.underlyingError == nil,
            let values = ExampleValue.rawValues(of: type)
        else { return error }
        return DecodingError(.unknownValue(allowed: values), at: context.codingPath)
    }

    static func fieldName(_ type: Any.Type) -> UserText? {
        switch type {
        case let type as any TextValue.Type: type.fieldName
        case let type as any NumberValue.Type: type.fieldName
        default: nil
        }
    }
}

private struct CollectingDecoder: Decoder {
    let base: any Decoder
    let faults: Faults

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let container = try base.container(keyedBy: type)
        faults.opened += 1
        return KeyedDecodingContainer(CollectingObject(base: container, faults: faults))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try base.unkeyedContainer()
        faults.opened += 1
        return CollectingArray(base: container, faults: faults)
    }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { try base.singleValueContainer() }
}

private struct CollectingObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    let faults: Faults

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }
    func contains(_ key: Key) -> Bool { base.contains(key) }

    func decodeNil(forKey key: Key) throws -> Bool {
        do {
            return try base.decodeNil(forKey: key)
        } catch {
            // A null that is rejected; the collection goes on as if the member were absent.
            try faults.add(error, at: codingPath + [key])
            return true
        }
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if ExampleValue.of(type) != nil || !base.contains(key) {
            return try faults.plain(type, at: codingPath + [key]) { try base.decode(type, forKey: key) }
        }
        return try faults.nested(type, at: codingPath + [key]) { try base.superDecoder(forKey: key) }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    { try base.nestedContainer(keyedBy: type, forKey: key) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try base.nestedUnkeyedContainer(forKey: key)
    }
    func superDecoder() throws -> any Decoder { try base.superDecoder() }
    func superDecoder(forKey key: Key) throws -> any Decoder { try base.superDecoder(forKey: key) }
}

private struct CollectingArray: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer
    let faults: Faults

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }

    mutating func decodeNil() throws -> Bool { try base.decodeNil() }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // Reading the element through a decoder of its own moves on even if the element has a fault.
        let element = try base.superDecoder()
        if ExampleValue.of(type) != nil {
            return try faults.plain(type, at: element.codingPath) {
                try element.singleValueContainer().decode(type)
            }
        }
        return try faults.nested(type, at: element.codingPath) { element }
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        try base.nestedContainer(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.nestedUnkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try base.superDecoder() }
}
