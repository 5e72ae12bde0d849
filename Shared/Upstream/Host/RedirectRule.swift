/// The redirects that are followed: a few, and to the same server only, so that keys and calls go nowhere else.
struct RedirectRule: Sendable {
    static let most = 3

    private let origin: UpstreamAddress
    private var followed = 0

    init(origin: UpstreamAddress) { self.origin = origin }

    /// The next target.
    /// - Parameters:
    ///   - location: the `Location` header, if there was one.
    ///   - target: the path and query that answered with the redirect.
    /// - Throws: ``UpstreamFailure/unreadable(_:)`` if the redirect must not be followed.
    mutating func target(after location: String?, from target: String) throws(UpstreamFailure) -> String {
        guard let location, !location.isEmpty else { throw .unreadable("a redirect without a location") }
        guard followed < Self.most else { throw .unreadable("more than \(Self.most) redirects") }
        followed += 1
        if let next = try absolute(location) ?? Self.relative(location, to: target) { return next }
        throw .unreadable("a redirect to an invalid address")
    }

    private func absolute(_ location: String) throws(UpstreamFailure) -> String? {
        let scheme = origin.isSecure ? "https:" : "http:"
        let whole = location.hasPrefix("//") ? scheme + location : location
        let start = whole.prefix(8).lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://") else { return nil }
        guard let (address, target) = UpstreamAddress.parse(whole[...]) else {
            throw .unreadable("a redirect to an invalid address")
        }
        guard address.isSameOrigin(as: origin) else { throw .unreadable("a redirect to another server") }
        return target.first == "/" ? String(target) : "/" + target
    }

    private static func relative(_ location: String, to target: String) -> String? {
        let text = location.prefix { $0 != "#" }
        guard !text.isEmpty, text.utf8.count <= 4_096,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) })
        else { return nil }
        if text.hasPrefix("/") { return String(text) }
        let path = target.prefix { $0 != "?" }
        if text.hasPrefix("?") { return "\(path)\(text)" }
        // A location with another scheme, such as ftp: or mailto:, is not a path.
        let scheme = text.prefix { $0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" || $0 == "." }
        if text.dropFirst(scheme.count).first == ":" { return nil }
        guard let slash = path.lastIndex(of: "/") else { return nil }
        return "\(path[...slash])\(text)"
    }
}
