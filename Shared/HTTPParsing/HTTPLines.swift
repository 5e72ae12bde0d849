import Platform

/// The lines of a head, each without its CR LF.
package struct HTTPLines {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns the next line.
    ///
    /// - Throws: `.lineBreak` if it ends with a bare LF, or not at all.
    package mutating func next() throws(HTTPFault) -> Range<Int> {
        guard position < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + position, 0x0A, bytes.count - position)
        else { throw .lineBreak }
        let lineBreak = UnsafeRawPointer(found) - base
        guard lineBreak > position, bytes[lineBreak - 1] == 0x0D else { throw .lineBreak }
        defer { position = lineBreak + 1 }
        return position..<(lineBreak - 1)
    }

    /// Splits a field line into its name and trimmed value; returns `nil` if it has no name.
    package static func field(
        _ line: Range<Int>, of bytes: UnsafeRawBufferPointer
    ) -> (name: Range<Int>, value: Range<Int>)? {
        guard let colon = HTTPBytes.firstIndex(of: UInt8(ascii: ":"), in: line, of: bytes), colon > line.lowerBound
        else { return nil }
        var value = (colon + 1)..<line.upperBound
        while let byte = bytes[value].first, byte == 0x20 || byte == 0x09 {
            value = (value.lowerBound + 1)..<value.upperBound
        }
        while let byte = bytes[value].last, byte == 0x20 || byte == 0x09 {
            value = value.lowerBound..<(value.upperBound - 1)
        }
        return (line.lowerBound..<colon, value)
    }
}
