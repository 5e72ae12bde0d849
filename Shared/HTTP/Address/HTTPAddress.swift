/// A web address: `https://host:port/path?query`.
public struct HTTPAddress: Hashable, Sendable {
    public var origin: HTTPOrigin
    /// The path and query, as in a request line; begins with `/`.
    public var target: String

    /// Creates an address.
    ///
    /// - Parameter target: the path and query, as in a request line; not validated.
    public init(_ origin: HTTPOrigin, target: String) {
        self.origin = origin
        self.target = target
    }

    /// Parses an `http` or `https` URL of at most 4,096 bytes.
    ///
    /// Returns `nil` if it is malformed, or has user information, a fragment or characters that need percent-encoding.
    public init?(_ text: some StringProtocol) {
        guard let scheme = text.firstRange(of: "://"), Self.isPlain(text) else { return nil }
        let isSecure: Bool
        switch text[..<scheme.lowerBound].lowercased() {
        case "https": isSecure = true
        case "http": isSecure = false
        default: return nil
        }
        let rest = Substring(text[scheme.upperBound...])
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        guard let origin = HTTPOrigin(isSecure: isSecure, authority: rest[..<end]) else { return nil }
        self.init(origin, target: rest[end...].first == "/" ? String(rest[end...]) : "/" + rest[end...])
    }

    /// Returns true if a text is short and has only characters allowed in an address without a fragment.
    public static func isPlain(_ text: some StringProtocol) -> Bool {
        text.utf8.count <= 4_096
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"#<>\\^`{|}".utf8.contains($0) }
    }
}
