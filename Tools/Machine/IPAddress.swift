import Glibc

/// IP addresses in text form.
package enum IPAddress {
    /// Returns the 4 or 16 bytes of an address; `nil` for any other text.
    package static func bytes(_ text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
        return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
    }
}
