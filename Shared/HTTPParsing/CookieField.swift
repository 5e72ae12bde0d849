/// A `Cookie` field (RFC 6265 §4.2), of which only tokens are used.
package enum CookieField {
    /// The maximum length of a token.
    package static let maximumTokenBytes = 256

    /// Returns the token in a field; `nil` if there is none, several, or one that no service issued.
    ///
    /// - Parameter cookie: the name of the cookie.
    package static func token(in field: UnsafeRawBufferPointer, of cookie: String) -> [UInt8]? {
        let name = Array("\(cookie)=".utf8)
        var found: [UInt8]?
        for pair in field.split(separator: UInt8(ascii: ";")) {
            let pair = pair.drop { $0 == 0x20 || $0 == 0x09 }
            guard pair.starts(with: name) else { continue }
            guard found == nil else { return nil }
            found = Array(pair.dropFirst(name.count))
        }
        return found.flatMap { isToken($0) ? $0 : nil }
    }

    /// Returns true for what a token consists of; it needs no escapes in a cookie or in JSON.
    package static func isToken(_ bytes: [UInt8]) -> Bool {
        (1...maximumTokenBytes).contains(bytes.count)
            && bytes.allSatisfy {
                switch $0 {
                case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "~"):
                    true
                default: false
                }
            }
    }
}
