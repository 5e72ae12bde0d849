/// The address of a Valkey or Redis server, as in `redis://user:password@host:6379/0`.
struct StoreAddress: Equatable, Sendable {
    let host: String
    let port: Int
    let user: String?
    let password: String?
    let database: Int
    /// True for `rediss://`: TLS 1.2 or later, with the server's certificate and name verified.
    let isSecure: Bool
    /// A PEM file with the authority of the server's certificate; `nil` to use the system's authorities.
    var authorityFile: String?

    /// Parses an address; returns `nil` if it is malformed.
    ///
    /// User and password may be percent-encoded.
    init?(_ text: String) {
        var rest = Substring(text)
        if rest.hasPrefix("redis://") {
            (isSecure, rest) = (false, rest.dropFirst(8))
        } else if rest.hasPrefix("rediss://") {
            (isSecure, rest) = (true, rest.dropFirst(9))
        } else {
            return nil
        }
        var account: (user: String?, password: String?) = (nil, nil)
        if let at = rest.lastIndex(of: "@") {
            let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let user = Self.decoded(parts[0]), let password = Self.decoded(parts[1]),
                !password.isEmpty
            else { return nil }
            account = (user.isEmpty ? nil : user, password)
            rest = rest[rest.index(after: at)...]
        }
        (user, password) = account
        var database = 0
        if let slash = rest.firstIndex(of: "/") {
            let path = rest[rest.index(after: slash)...]
            if !path.isEmpty {
                guard let number = Int(path), (0...1_000).contains(number) else { return nil }
                database = number
            }
            rest = rest[..<slash]
        }
        self.database = database
        var port = 6379
        if let colon = rest.lastIndex(of: ":"), !rest.hasSuffix("]") {
            guard let number = Int(rest[rest.index(after: colon)...]), (1...65_535).contains(number) else { return nil }
            port = number
            rest = rest[..<colon]
        }
        self.port = port
        if rest.hasPrefix("["), rest.hasSuffix("]") { rest = rest.dropFirst().dropLast() }
        guard !rest.isEmpty, rest.utf8.allSatisfy({ $0 > 32 && $0 < 127 && !"[]/?#@".utf8.contains($0) }) else {
            return nil
        }
        host = String(rest)
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
