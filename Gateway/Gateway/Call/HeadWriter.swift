import NIOCore
import Platform
import Values

/// Writes the head of an answer into memory that was reserved for all of it.
///
/// A `ByteBuffer` checks its owners and its room at each write, which for some thirty writes took 5,000 instructions a
/// call.
struct HeadWriter {
    private let room: UnsafeMutableRawBufferPointer
    /// The number of bytes written.
    private(set) var count = 0
    /// False once something did not fit; what was written is then incomplete.
    private(set) var fits = true

    /// Creates a writer.
    ///
    /// - Parameter room: the memory to fill, which must outlive the writer.
    init(_ room: UnsafeMutableRawBufferPointer) { self.room = room }

    mutating func write(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, let target = take(bytes.count) else { return }
        memcpy(target, source, bytes.count)
    }

    mutating func write(_ text: StaticString) {
        write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func writeString(_ text: String) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }

    mutating func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }

    mutating func write(_ buffer: ByteBuffer) { buffer.withUnsafeReadableBytes { write($0) } }

    /// Writes a number in decimal digits.
    mutating func writeDecimal(_ value: UInt64) {
        var (length, rest) = (1, value)
        while rest >= 10 { (length, rest) = (length + 1, rest / 10) }
        guard let target = take(length) else { return }
        rest = value
        for index in (0..<length).reversed() {
            target.storeBytes(
                of: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10), toByteOffset: index, as: UInt8.self)
            rest /= 10
        }
    }

    /// Writes a number in hexadecimal digits without leading zeros.
    mutating func writeHexadecimal(_ value: UInt64) {
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { digits in
            let (high, low) = (UInt32(truncatingIfNeeded: value >> 32), UInt32(truncatingIfNeeded: value))
            digits.storeBytes(of: Hex.digits(high).littleEndian, as: UInt64.self)
            digits.storeBytes(of: Hex.digits(low).littleEndian, toByteOffset: 8, as: UInt64.self)
            write(UnsafeRawBufferPointer(rebasing: digits[min(value.leadingZeroBitCount / 4, 15)...]))
        }
    }

    /// Returns the place of the next bytes; `nil` if there is no room for them.
    private mutating func take(_ length: Int) -> UnsafeMutableRawPointer? {
        guard fits, length <= room.count - count, let base = room.baseAddress else {
            fits = false
            return nil
        }
        defer { count += length }
        return base + count
    }
}

extension ByteBuffer {
    /// The bytes reserved for a head, enough for most.
    private static let usualHeadBytes = 1024

    /// Appends a head.
    ///
    /// - Parameter body: writes the head; called again, with more room, if it does not fit.
    mutating func writeHead(_ body: (inout HeadWriter) -> Void) {
        var room = Self.usualHeadBytes
        var isComplete = false
        while !isComplete {
            writeWithUnsafeMutableBytes(minimumWritableBytes: room) { memory in
                var head = HeadWriter(memory)
                body(&head)
                isComplete = head.fits
                return isComplete ? head.count : 0
            }
            room *= 4
        }
    }
}
