/// The fields of one header block, in the order in which they were sent.
package struct HTTP2FieldList: Sendable {
    package struct Field: Equatable, Sendable {
        package var name: Range<Int>
        package var value: Range<Int>
    }

    /// The maximum size of a list, and the maximum number of fields.
    private let limit: (bytes: Int, fields: Int)
    /// All names and values.
    package var bytes: [UInt8] = []
    package private(set) var fields: [Field] = []
    /// True if the list exceeded a limit; it is incomplete then.
    package private(set) var isTooLarge = false
    /// The size in the sense of RFC 9113 §6.5.2: each field counts 32 bytes more than its name and value.
    private var size = 0

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - bytes: the maximum size of the list.
    ///   - fields: the maximum number of fields, apart from the four pseudo-header fields.
    package init(bytes: Int, fields: Int) { limit = (bytes, fields + 4) }

    /// The fields as the lines of a head of HTTP/1.1, after an empty request line; only for fields that were checked.
    package var lines: [UInt8] {
        var lines: [UInt8] = [0x0D, 0x0A]
        for field in fields where bytes[field.name].first != UInt8(ascii: ":") {
            lines += bytes[field.name]
            lines += ": ".utf8
            lines += bytes[field.value]
            lines += [0x0D, 0x0A]
        }
        return lines + [0x0D, 0x0A]
    }

    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        isTooLarge = false
        size = 0
    }

    mutating func append(_ entry: HPACKEntry) {
        guard count(entry.bytes.count) else { return }
        let start = bytes.count
        bytes.append(contentsOf: entry.bytes)
        let end = start + entry.nameCount
        fields.append(Field(name: start..<end, value: end..<bytes.count))
    }

    /// Adds the field at the end of ``bytes``.
    mutating func close(name: Range<Int>) {
        guard count(bytes.count - name.lowerBound) else {
            return bytes.removeLast(bytes.count - name.lowerBound)
        }
        fields.append(Field(name: name, value: name.upperBound..<bytes.count))
    }

    /// Counts a field; returns false if the list is too large.
    private mutating func count(_ bytes: Int) -> Bool {
        size += bytes + 32
        if size > limit.bytes || fields.count >= limit.fields { isTooLarge = true }
        return !isTooLarge
    }
}
