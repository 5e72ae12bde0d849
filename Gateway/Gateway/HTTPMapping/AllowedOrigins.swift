import HTTPParsing

/// The origins whose pages may call Vokol from a browser, besides those of the instance itself (CORS).
///
/// Such a page sends its access token itself: the session's cookie stays with the instance's own pages.
struct AllowedOrigins: Equatable, Sendable {
    /// The reason a text is not an origin.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// The maximum number of origins.
    static let maximum = 64
    static let none = AllowedOrigins(origins: [])

    /// Each as browsers write it in `Origin`.
    private let origins: [[UInt8]]

    private init(origins: [[UInt8]]) { self.origins = origins }

    init(_ texts: [String]) throws(Fault) {
        guard texts.count <= Self.maximum else {
            throw Fault(description: "at most \(Self.maximum) origins are allowed")
        }
        for text in texts where !Self.isOrigin(text) {
            throw Fault(description: "\(text) is not an origin; write https://app.example.org, or add a port but 443")
        }
        origins = texts.map { Array($0.utf8) }
    }

    var isEmpty: Bool { origins.isEmpty }

    /// Returns true for the value of an `Origin` field that is in the list.
    func contains(_ origin: UnsafeRawBufferPointer) -> Bool { origins.contains { $0.elementsEqual(origin) } }

    /// Returns true for the only form in which browsers write an origin: in lower case, without the default port.
    private static func isOrigin(_ text: String) -> Bool {
        guard let authority = text.split(separator: "://", maxSplits: 1).last.map(String.init),
            text == "https://\(authority)" || isLocal(authority) && text == "http://\(authority)",
            authority == authority.lowercased(), !authority.hasSuffix(text.hasPrefix("https") ? ":443" : ":80")
        else { return false }
        return Array(authority.utf8).withUnsafeBytes { !$0.isEmpty && HostName.isValid($0) }
    }

    /// Returns true for this machine, the only one whose pages browsers trust without TLS.
    private static func isLocal(_ authority: String) -> Bool {
        ["localhost", "127.0.0.1", "[::1]"].contains { authority == $0 || authority.hasPrefix("\($0):") }
    }
}
