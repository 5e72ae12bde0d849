import Platform

extension UnsafeRawBufferPointer {
    /// Returns the offset of the first occurrence of `byte` at or after `start`.
    package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard let base = baseAddress, start < count, start >= 0,
            let found = memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return base.distance(to: UnsafeRawPointer(found))
    }

    /// True if the bytes contain a line break, which would end a line early.
    package var holdsLineBreak: Bool {
        firstIndex(of: UInt8(ascii: "\n"), from: 0) != nil || firstIndex(of: UInt8(ascii: "\r"), from: 0) != nil
    }

    /// Returns true if the bytes equal an ASCII text.
    package func equals(_ text: StaticString) -> Bool {
        guard let base = baseAddress else { return text.utf8CodeUnitCount == 0 }
        return text.withUTF8Buffer { text in
            guard let other = text.baseAddress, text.count == count else { return false }
            return memcmp(base, other, count) == 0
        }
    }

    /// Returns true if the bytes begin with an ASCII text.
    package func starts(with text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        return count >= length && UnsafeRawBufferPointer(rebasing: self[..<length]).equals(text)
    }
}
