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
    /// escapes.
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
        guard take("}", from: &rest), rest.isEmpty else { return nil }
        return Principal(sub: sub, sid: sid, roles: roles)
    }

    private static func take(_ text: StaticString, from rest: inout Slice<UnsafeRawBufferPointer>) -> Bool {
        guard UnsafeRawBufferPointer(rebasing: rest).starts(with: text) else { return false }
        rest = rest.dropFirst(text.utf8CodeUnitCount)
        return true
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
