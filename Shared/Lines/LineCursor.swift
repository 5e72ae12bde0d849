public import NIOCore

// Inlinable, because other modules call several of these functions for every call.

/// Writes a line into memory whose size was computed beforehand.
///
/// Bytes that do not fit are dropped and clear ``isComplete``, so a wrong size can lose a line but never overwrite
/// memory.
public struct LineCursor {
    @usableFromInline let memory: UnsafeMutableRawBufferPointer
    @usableFromInline var count = 0
    @usableFromInline var isComplete = true

    @inlinable
    init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

    @inlinable @inline(__always)
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        append(byteCount: bytes.count) { $0.copyMemory(from: source, byteCount: bytes.count) }
    }

    /// Appends `byteCount` bytes, which `write` stores in the memory passed to it.
    @inlinable @inline(__always)
    public mutating func append(byteCount: Int, _ write: (UnsafeMutableRawPointer) -> Void) {
        guard let base = memory.baseAddress, byteCount <= memory.count - count else {
            isComplete = false
            return
        }
        write(base + count)
        count += byteCount
    }

    @inlinable @inline(__always)
    public mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(UnsafeRawBufferPointer($0)) }
    }

    @inlinable
    public mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    @inlinable
    public mutating func append(_ bytes: ByteBuffer) {
        bytes.withUnsafeReadableBytes { append($0) }
    }

    @inlinable
    public mutating func append(_ number: Int64) {
        withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
            var rest = number.magnitude
            var first = 20
            repeat {
                first -= 1
                digits[first] = UInt8(truncatingIfNeeded: 48 + rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                first -= 1
                digits[first] = UInt8(ascii: "-")
            }
            append(UnsafeRawBufferPointer(rebasing: digits[first...]))
        }
    }
}

extension ByteBuffer {
    /// Appends a line of at most `capacity` bytes.
    ///
    /// - Returns: false if the line does not fit; nothing is appended then.
    @inlinable
    public mutating func writeLine(capacity: Int, _ body: (inout LineCursor) -> Void) -> Bool {
        var isComplete = false
        writeWithUnsafeMutableBytes(minimumWritableBytes: capacity) { memory in
            var cursor = LineCursor(memory)
            body(&cursor)
            isComplete = cursor.isComplete
            return isComplete ? cursor.count : 0
        }
        return isComplete
    }
}
