import NIOCore
import Values

extension ByteBuffer {
    /// Writes a number in decimal digits, without allocating.
    mutating func writeDecimal(_ value: UInt64) {
        withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
            var rest = value
            var first = 20
            repeat {
                first -= 1
                digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            writeBytes(UnsafeRawBufferPointer(rebasing: digits[first...]))
        }
    }

    /// Writes a number in hexadecimal digits without leading zeros.
    mutating func writeHexadecimal(_ value: UInt64) {
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { digits in
            let (high, low) = (UInt32(truncatingIfNeeded: value >> 32), UInt32(truncatingIfNeeded: value))
            digits.storeBytes(of: Hex.digits(high).littleEndian, as: UInt64.self)
            digits.storeBytes(of: Hex.digits(low).littleEndian, toByteOffset: 8, as: UInt64.self)
            writeBytes(UnsafeRawBufferPointer(rebasing: digits[min(value.leadingZeroBitCount / 4, 15)...]))
        }
    }
}
