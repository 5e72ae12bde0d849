import NIOCore

/// Parts of a buffer, by offsets from its first readable byte as the scanner returns them.
///
/// A range that does not fit yields an empty part instead of a trap.
extension ByteBuffer {
    /// Returns the part as a buffer that shares the bytes.
    func part(_ range: Range<Int>) -> ByteBuffer {
        getSlice(at: readerIndex + range.lowerBound, length: range.count) ?? ByteBuffer()
    }

    /// Returns a copy of the part.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        getBytes(at: readerIndex + range.lowerBound, length: range.count) ?? []
    }

    /// Calls `body` with the part's bytes.
    func withPart<Result>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeReadableBytes { bytes in
            let whole = 0..<bytes.count
            return body(UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: whole)]))
        }
    }

    func part(_ range: Range<Int>, equals text: StaticString) -> Bool {
        withPart(range) { part in text.withUTF8Buffer { part.elementsEqual($0) } }
    }

    func part(_ range: Range<Int>, startsWith text: StaticString) -> Bool {
        withPart(range) { part in text.withUTF8Buffer { part.starts(with: $0) } }
    }
}
