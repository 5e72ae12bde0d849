/// Encodes the members of an object in order.
struct ObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let target: EncodingTarget
    let place: EncodingTarget.Place

    var codingPath: [any CodingKey] { [] }

    /// Writes a member, or nothing if `write` fails.
    private func member(_ name: String, _ write: () throws -> Void) throws {
        try target.check(place)
        let before = target.writer.mark
        target.writer.key(name)
        do {
            try write()
        } catch {
            target.writer.restore(before)
            throw error
        }
    }

    private func integer(_ value: some FixedWidthInteger, _ key: Key) throws {
        try member(key.stringValue) { target.writer.integer(value) }
    }

    func encodeNil(forKey key: Key) throws {
        try member(key.stringValue) { target.writer.null() }
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        try member(key.stringValue) { target.writer.bool(value) }
    }

    func encode(_ value: String, forKey key: Key) throws {
        try member(key.stringValue) { target.writer.string(value) }
    }

    func encode(_ value: Double, forKey key: Key) throws {
        try member(key.stringValue) { try target.writer.finite(value) }
    }

    func encode(_ value: Float, forKey key: Key) throws {
        try member(key.stringValue) { try target.writer.finite(value) }
    }

    func encode(_ value: Int, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try integer(value, key) }
    @available(macOS 15, iOS 18, *)
    func encode(_ value: Int128, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt8, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt64, forKey key: Key) throws { try integer(value, key) }
    @available(macOS 15, iOS 18, *)
    func encode(_ value: UInt128, forKey key: Key) throws { try integer(value, key) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try member(key.stringValue) { try target.encode(value) }
    }

    /// Returns an encoder for a member that may be written after its successors.
    private func inserted(_ name: String) -> ValueEncoder {
        ValueEncoder(insertedInto: target, at: place, named: name)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        inserted(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        inserted(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { inserted("super") }
    func superEncoder(forKey key: Key) -> any Encoder { inserted(key.stringValue) }
}
