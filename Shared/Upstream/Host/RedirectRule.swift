import HTTP

/// Follows a few redirects, and only to the same server, so that keys and calls reach no other one.
struct RedirectRule: Sendable {
    static let maximum = 3

    private let origin: HTTPOrigin
    private var followed = 0

    init(origin: HTTPOrigin) { self.origin = origin }

    /// Returns the next target.
    ///
    /// - Parameters:
    ///   - location: the `Location` header, if there was one.
    ///   - target: the path and query that answered with the redirect.
    /// - Throws: ``UpstreamFailure/unreadable(_:)`` if the redirect must not be followed.
    mutating func target(after location: String?, from target: String) throws(UpstreamFailure) -> String {
        guard let location, !location.isEmpty else { throw .unreadable("a redirect without a location") }
        guard followed < Self.maximum else { throw .unreadable("more than \(Self.maximum) redirects") }
        followed += 1
        let place = location.prefix { $0 != "#" }
        if let next = try absolute(place) ?? Self.relative(place, to: target) { return next }
        throw .unreadable("a redirect that is no address")
    }

    private func absolute(_ location: Substring) throws(UpstreamFailure) -> String? {
        let scheme = origin.isSecure ? "https:" : "http:"
        let whole = location.hasPrefix("//") ? scheme + location : String(location)
        let start = whole.prefix(8).lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://") else { return nil }
        guard let address = HTTPAddress(whole) else { throw .unreadable("a redirect that is no address") }
        guard address.origin == origin else { throw .unreadable("a redirect to another server") }
        return address.target
    }

    private static func relative(_ location: Substring, to target: String) -> String? {
        guard !location.isEmpty, HTTPAddress.isPlain(location) else { return nil }
        if location.hasPrefix("/") { return String(location) }
        let path = target.prefix { $0 != "?" }
        if location.hasPrefix("?") { return "\(path)\(location)" }
        // A location with another scheme, such as ftp: or mailto:, is not a path.
        let scheme = location.prefix { $0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" || $0 == "." }
        if location.dropFirst(scheme.count).first == ":" { return nil }
        guard let slash = path.lastIndex(of: "/") else { return nil }
        return "\(path[...slash])\(location)"
    }
}
