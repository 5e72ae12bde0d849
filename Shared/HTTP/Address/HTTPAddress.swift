/// A web address: `https://host:port/path?query`.
public struct HTTPAddress: Hashable, Sendable {
    public var origin: HTTPOrigin
    /// Path and query as a request line holds them; begins with `/`.
    public var target: String

    /// - Parameter target: path and query as a request line holds them; it is not checked.
    public init(_ origin: HTTPOrigin, target: String) {
        self.origin = origin
        self.target = target
    }

    /// Parses an address; `nil` if it is malformed, has a user or a fragment, or has characters that need `%XX`.
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

    /// True if a text is short and consists of characters that an address without a fragment may hold.
    public static func isPlain(_ text: some StringProtocol) -> Bool {
        text.utf8.count <= 4_096
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"#<>\\^`{|}".utf8.contains($0) }
    }
}
