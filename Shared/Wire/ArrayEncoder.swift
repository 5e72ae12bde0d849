/// Encodes the elements of an array in order.
struct ArrayEncoder: UnkeyedEncodingContainer {
    let target: EncodingTarget
    let place: EncodingTarget.Place
    private(set) var count = 0

    init(target: EncodingTarget, place: EncodingTarget.Place) {
        self.target = target
        self.place = place
    }

    var codingPath: [any CodingKey] { [] }

    private mutating func element(_ write: () throws -> Void) throws {
        try target.check(place)
        try write()
        count += 1
    }

    private mutating func integer(_ value: some FixedWidthInteger) throws {
        let target = target
        try element { target.writer.integer(value) }
    }

    mutating func encodeNil() throws {
        let target = target
        try element { target.writer.null() }
    }

    mutating func encode(_ value: Bool) throws {
        let target = target
        try element { target.writer.bool(value) }
    }

    mutating func encode(_ value: String) throws {
        let target = target
        try element { target.writer.string(value) }
    }

    mutating func encode(_ value: Double) throws {
        let target = target
        try element { try target.writer.finite(value) }
    }

    mutating func encode(_ value: Float) throws {
        let target = target
        try element { try target.writer.finite(value) }
    }

    mutating func encode(_ value: Int) throws { try integer(value) }
    mutating func encode(_ value: Int8) throws { try integer(value) }
    mutating func encode(_ value: Int16) throws { try integer(value) }
    mutating func encode(_ value: Int32) throws { try integer(value) }
    mutating func encode(_ value: Int64) throws { try integer(value) }
    @available(macOS 15, iOS 18, *)
    mutating func encode(_ value: Int128) throws { try integer(value) }
    mutating func encode(_ value: UInt) throws { try integer(value) }
    mutating func encode(_ value: UInt8) throws { try integer(value) }
    mutating func encode(_ value: UInt16) throws { try integer(value) }
    mutating func encode(_ value: UInt32) throws { try integer(value) }
    mutating func encode(_ value: UInt64) throws { try integer(value) }
    @available(macOS 15, iOS 18, *)
    mutating func encode(_ value: UInt128) throws { try integer(value) }

    mutating func encode(_ value: some Encodable) throws {
        let target = target
        try element { try target.encode(value) }
    }

    /// Returns an encoder for an element that may be written after its successors.
    private mutating func inserted() -> ValueEncoder {
        count += 1
        return ValueEncoder(insertedInto: target, at: place)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        inserted().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        inserted().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { inserted() }
}
