/// Decodes one value of a document.
struct ValueDecoder: Decoder {
    let document: JSONDocument
    let node: Int

    var codingPath: [any CodingKey] { document.path(to: node) }
    var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        document.markVisited(node)
        try document.open(node)
        return KeyedDecodingContainer(ObjectDecoder<Key>(document: document, object: node))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        document.markVisited(node)
        return try ArrayDecoder(document: document, array: node)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        document.markVisited(node)
        return ScalarDecoder(document: document, node: node)
    }
}

/// Decodes a value as a whole.
struct ScalarDecoder: SingleValueDecodingContainer {
    let document: JSONDocument
    let node: Int

    var codingPath: [any CodingKey] { document.path(to: node) }

    func decodeNil() -> Bool { document.isNull(node) }
    func decode(_ type: Bool.Type) throws -> Bool { try document.bool(node) }
    func decode(_ type: String.Type) throws -> String { try document.string(node) }
    func decode(_ type: Double.Type) throws -> Double { try document.double(node) }
    func decode(_ type: Float.Type) throws -> Float { try document.float(node) }
    func decode(_ type: Int.Type) throws -> Int { try document.integer(type, node) }
    func decode(_ type: Int8.Type) throws -> Int8 { try document.integer(type, node) }
    func decode(_ type: Int16.Type) throws -> Int16 { try document.integer(type, node) }
    func decode(_ type: Int32.Type) throws -> Int32 { try document.integer(type, node) }
    func decode(_ type: Int64.Type) throws -> Int64 { try document.integer(type, node) }
    @available(macOS 15, iOS 18, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try document.integer(type, node) }
    func decode(_ type: UInt.Type) throws -> UInt { try document.integer(type, node) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try document.integer(type, node) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try document.integer(type, node) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try document.integer(type, node) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try document.integer(type, node) }
    @available(macOS 15, iOS 18, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try document.integer(type, node) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try document.decode(type, at: node) }
}

/// Decodes the members of an object.
struct ObjectDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let document: JSONDocument
    let object: Int

    var codingPath: [any CodingKey] { document.path(to: object) }

    /// The object's names for which `Key` has a case; they count as known members from then on.
    var allKeys: [Key] {
        var keys: [Key] = []
        document.forEachName(of: object) { name in
            guard let key = Key(stringValue: document.text(name)) else { return }
            document.markVisited(name)
            keys.append(key)
        }
        return keys
    }

    func contains(_ key: Key) -> Bool { document.member(key.stringValue, of: object) != nil }

    private func value(_ key: some CodingKey) throws -> Int {
        guard let value = document.member(key.stringValue, of: object) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "is missing"))
        }
        return value
    }

    func decodeNil(forKey key: Key) throws -> Bool { try document.isNullMember(value(key)) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try document.bool(value(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try document.string(value(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try document.double(value(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try document.float(value(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try document.integer(type, value(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try document.integer(type, value(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try document.integer(type, value(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try document.integer(type, value(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try document.integer(type, value(key)) }
    @available(macOS 15, iOS 18, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try document.integer(type, value(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try document.integer(type, value(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try document.integer(type, value(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try document.integer(type, value(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try document.integer(type, value(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try document.integer(type, value(key)) }
    @available(macOS 15, iOS 18, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try document.integer(type, value(key)) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try document.decode(type, at: value(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try ValueDecoder(document: document, node: value(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try ValueDecoder(document: document, node: value(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        ValueDecoder(document: document, node: try value(MemberName("super")))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        ValueDecoder(document: document, node: try value(key))
    }
}

/// Decodes the elements of an array in order.
struct ArrayDecoder: UnkeyedDecodingContainer {
    let document: JSONDocument
    let array: Int
    private var node: Int
    private(set) var currentIndex = 0

    init(document: JSONDocument, array: Int) throws {
        guard document.nodes[array].kind == .array else {
            throw document.mismatch(array, [Any].self, "must be an array")
        }
        self.document = document
        self.array = array
        node = array + 1
    }

    var codingPath: [any CodingKey] { document.path(to: array) }
    var isAtEnd: Bool { node >= document.nodes[array].next }

    var count: Int? { Int(document.nodes[array].count) }

    /// Decodes the next element; after a failure, the same element is still the next.
    private mutating func take<T>(_ type: T.Type, _ decode: (Int) throws -> T) throws -> T {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, .init(codingPath: codingPath + [ElementIndex(currentIndex)], debugDescription: "is missing"))
        }
        let value = try decode(node)
        node = Int(document.nodes[node].next)
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, document.isNull(node) else { return false }
        return try take(Bool.self) { _ in true }
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try take(type, document.bool) }
    mutating func decode(_ type: String.Type) throws -> String { try take(type, document.string) }
    mutating func decode(_ type: Double.Type) throws -> Double { try take(type, document.double) }
    mutating func decode(_ type: Float.Type) throws -> Float { try take(type, document.float) }
    mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    @available(macOS 15, iOS 18, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    @available(macOS 15, iOS 18, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let document = document
        return try take(type) { try document.decode(type, at: $0) }
    }

    private mutating func integer<I: FixedWidthInteger>(_ type: I.Type) throws -> I {
        let document = document
        return try take(type) { try document.integer(type, $0) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let document = document
        return try take(KeyedDecodingContainer<Nested>.self) {
            try ValueDecoder(document: document, node: $0).container(keyedBy: type)
        }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let document = document
        return try take((any UnkeyedDecodingContainer).self) {
            try ValueDecoder(document: document, node: $0).unkeyedContainer()
        }
    }

    mutating func superDecoder() throws -> any Decoder {
        let document = document
        return try take((any Decoder).self) { ValueDecoder(document: document, node: $0) }
    }
}
