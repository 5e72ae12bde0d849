/// Encodes one value.
///
/// Its `codingPath` is empty, because an `EncodingError` is a programming error and names the value.
struct ValueEncoder: Encoder {
    let target: EncodingTarget
    let place: EncodingTarget.Place

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Creates an encoder for a value that may be written after its successors.
    init(insertedInto target: EncodingTarget, at place: EncodingTarget.Place, named name: String? = nil) {
        self.target = target.insertTarget(at: place, named: name)
        self.place = self.target.beginRoot()
    }

    init(target: EncodingTarget, place: EncodingTarget.Place) {
        self.target = target
        self.place = place
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        target.begin(.object, at: place)
        return KeyedEncodingContainer(ObjectEncoder<Key>(target: target, place: place))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        target.begin(.array, at: place)
        return ArrayEncoder(target: target, place: place)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        self
    }

    /// Writes JSON as the value.
    func write(_ raw: RawJSON) throws {
        try target.writeScalar(at: place) { try target.writer.checked(raw) }
    }
}

extension ValueEncoder: SingleValueEncodingContainer {
    func encodeNil() throws { try target.writeScalar(at: place) { target.writer.null() } }
    func encode(_ value: Bool) throws { try target.writeScalar(at: place) { target.writer.bool(value) } }
    func encode(_ value: String) throws { try target.writeScalar(at: place) { target.writer.string(value) } }
    func encode(_ value: Double) throws { try target.writeScalar(at: place) { try target.writer.finite(value) } }
    func encode(_ value: Float) throws { try target.writeScalar(at: place) { try target.writer.finite(value) } }
    func encode(_ value: Int) throws { try integer(value) }
    func encode(_ value: Int8) throws { try integer(value) }
    func encode(_ value: Int16) throws { try integer(value) }
    func encode(_ value: Int32) throws { try integer(value) }
    func encode(_ value: Int64) throws { try integer(value) }
    @available(macOS 15, iOS 18, *)
    func encode(_ value: Int128) throws { try integer(value) }
    func encode(_ value: UInt) throws { try integer(value) }
    func encode(_ value: UInt8) throws { try integer(value) }
    func encode(_ value: UInt16) throws { try integer(value) }
    func encode(_ value: UInt32) throws { try integer(value) }
    func encode(_ value: UInt64) throws { try integer(value) }
    @available(macOS 15, iOS 18, *)
    func encode(_ value: UInt128) throws { try integer(value) }
    func encode(_ value: some Encodable) throws { try target.writeScalar(at: place) { try target.encode(value) } }

    private func integer(_ value: some FixedWidthInteger) throws {
        try target.writeScalar(at: place) { target.writer.integer(value) }
    }
}
