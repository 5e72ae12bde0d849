/// Writes messages in the binary format of Protocol Buffers: the field types that OTLP uses.
///
/// The caller knows the schema: field numbers and types are passed with each field, and nothing is left out because it
/// has its default value.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    private enum WireType: UInt64 {
        case varint = 0
        case fixed64 = 1
        case lengthDelimited = 2
    }

    mutating func varint(_ field: UInt64, _ value: UInt64) {
        tag(field, .varint)
        append(varint: value)
    }

    mutating func fixed64(_ field: UInt64, _ value: UInt64) {
        tag(field, .fixed64)
        append(fixed64: value)
    }

    mutating func double(_ field: UInt64, _ value: Double) { fixed64(field, value.bitPattern) }

    mutating func string(_ field: UInt64, _ value: String) { bytes(field, value.utf8) }

    mutating func bytes(_ field: UInt64, _ value: some Collection<UInt8>) {
        tag(field, .lengthDelimited)
        append(varint: UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    /// Writes a packed list of 64-bit values; doubles are passed as bit patterns.
    mutating func packed(_ field: UInt64, _ values: some Collection<UInt64>) {
        tag(field, .lengthDelimited)
        append(varint: UInt64(values.count) * 8)
        for value in values { append(fixed64: value) }
    }

    /// Writes a nested message with the fields that `body` writes.
    mutating func message(_ field: UInt64, _ body: (inout ProtobufWriter) -> Void) {
        tag(field, .lengthDelimited)
        let start = bytes.count
        body(&self)
        // The length is known only now, and its own size depends on it.
        let length = Self.varint(UInt64(bytes.count - start))
        bytes.insert(contentsOf: length, at: start)
    }

    private mutating func tag(_ field: UInt64, _ type: WireType) { append(varint: field << 3 | type.rawValue) }

    private mutating func append(varint value: UInt64) {
        if value < 0x80 { bytes.append(UInt8(value)) } else { bytes.append(contentsOf: Self.varint(value)) }
    }

    private mutating func append(fixed64 value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
        return bytes
    }
}
