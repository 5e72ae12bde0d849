package import NIOCore

/// Writes a line into memory whose size was counted before.
///
/// What does not fit is left out, and ``isComplete`` tells: a wrong count may cost a line, never the memory behind it.
package struct LineCursor {
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0
    private(set) var isComplete = true

    init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

    @inline(__always)
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, let base = memory.baseAddress else { return }
        guard bytes.count <= memory.count - count else {
            isComplete = false
            return
        }
        (base + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    @inline(__always)
    package mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(UnsafeRawBufferPointer($0)) }
    }

    mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    package mutating func append(_ bytes: ByteBuffer) {
        bytes.withUnsafeReadableBytes { append($0) }
    }

    mutating func append(_ trace: TraceContext) {
        let length = TraceContext.traceparentBytes
        guard let base = memory.baseAddress, length <= memory.count - count else {
            isComplete = false
            return
        }
        trace.writeTraceparent(to: base + count)
        count += length
    }

    mutating func append(_ id: CallID) {
        switch id {
        case .number(let number): append(number)
        case .token(let bytes): append(bytes)
        }
    }

    mutating func append(_ number: Int64) {
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
    /// Appends a line of at most `capacity` bytes; `false`, and nothing appended, if it did not fit.
    package mutating func writeLine(capacity: Int, _ body: (inout LineCursor) -> Void) -> Bool {
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
