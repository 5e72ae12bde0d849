import Lines
import Wire

/// Reads the principal of a call.
enum PrincipalReader {
    /// Reads a principal; returns `nil` if the object is not one.
    static func read(_ bytes: UnsafeRawBufferPointer) -> Principal? {
        if let principal = readCanonical(bytes) { return principal }
        return try? JSONCoding.decode(Principal.self, from: bytes)
    }

    /// Reads a principal in the form that the gateway writes: `{"sub":"…","sid":"…","roles":["…"]}`, no spaces or
    /// escapes, and after the roles `presentUntil` and `isLimited`, if they are known.
    ///
    /// The bytes must be valid JSON. Returns `nil` for any other form, which the general decoder then reads at eight
    /// times the cost.
    static func readCanonical(_ bytes: UnsafeRawBufferPointer) -> Principal? {
        var rest = bytes[...]
        guard take("{\"sub\":\"", from: &rest), let sub = text(from: &rest), take(",\"sid\":\"", from: &rest),
            let sid = text(from: &rest), take(",\"roles\":[", from: &rest)
        else { return nil }
        var roles: [String] = []
        if !take("]", from: &rest) {
            repeat {
                guard take("\"", from: &rest), let role = text(from: &rest) else { return nil }
                roles.append(role)
            } while take(",", from: &rest)
            guard take("]", from: &rest) else { return nil }
        }
        var presentUntil: Int64?
        if take(",\"presentUntil\":", from: &rest) {
            presentUntil = number(from: &rest)
            if presentUntil == nil { return nil }
        }
        let isLimited: Bool? = take(",\"isLimited\":true", from: &rest) ? true : nil
        guard take("}", from: &rest), rest.isEmpty else { return nil }
        return Principal(sub: sub, sid: sid, roles: roles, presentUntil: presentUntil, isLimited: isLimited)
    }

    private static func take(_ text: StaticString, from rest: inout Slice<UnsafeRawBufferPointer>) -> Bool {
        guard UnsafeRawBufferPointer(rebasing: rest).starts(with: text) else { return false }
        rest = rest.dropFirst(text.utf8CodeUnitCount)
        return true
    }

    /// Reads the digits of a number below 10¹⁵.
    private static func number(from rest: inout Slice<UnsafeRawBufferPointer>) -> Int64? {
        let digits = rest.prefix { (48...57).contains($0) }
        guard (1...15).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
    }

    /// Reads text up to the next quote, and consumes the quote.
    private static func text(from rest: inout Slice<UnsafeRawBufferPointer>) -> String? {
        let bytes = UnsafeRawBufferPointer(rebasing: rest)
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\""), from: 0) else { return nil }
        let text = UnsafeRawBufferPointer(rebasing: bytes[..<end])
        guard text.firstIndex(of: UInt8(ascii: "\\"), from: 0) == nil else { return nil }
        rest = rest.dropFirst(end + 1)
        return String(decoding: text, as: UTF8.self)
    }
}
