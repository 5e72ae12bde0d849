/// Validates the host of a request: the `Host` field, and the authority of a target in absolute form.
///
/// Stricter than RFC 9110 §7.2: accepts only host names and IP addresses, so that no two parsers see different hosts.
package enum HostName {
    /// Returns true for `HOST` or `HOST:PORT` with a name, an IPv4 address, or an IPv6 address in brackets.
    package static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let end: Int
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")), bracket > 2,
                bytes[1..<bracket].allSatisfy(isAddressByte), bytes[1..<bracket].contains(UInt8(ascii: ":"))
            else { return false }
            end = bracket + 1
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
            guard (1...255).contains(end), bytes[..<end].allSatisfy(isNameByte) else { return false }
        }
        guard end < bytes.count else { return true }
        return bytes[end] == UInt8(ascii: ":") && isPort(bytes[(end + 1)...])
    }

    /// Returns the authority of a target in absolute form; `nil` for other forms.
    package static func authority(of target: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        for scheme: StaticString in ["https://", "http://"] {
            let length = scheme.utf8CodeUnitCount
            guard target.count >= length,
                HTTPBytes.equalIgnoringCase(UnsafeRawBufferPointer(rebasing: target[..<length]), scheme)
            else { continue }
            let end = target[length...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
            return UnsafeRawBufferPointer(rebasing: target[length..<(end ?? target.count)])
        }
        return nil
    }

    /// Returns true if two hosts are equal, ignoring case.
    package static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { lower($0) == lower($1) }
    }

    private static func isPort(_ digits: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard (1...5).contains(digits.count), digits.allSatisfy(isDigit) else { return false }
        return digits.reduce(0) { $0 * 10 + Int($1 - 48) } <= 65_535
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || (97...122).contains(byte | 0x20) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_")
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || (97...102).contains(byte | 0x20) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }
}
