/// A first check that a body is of the requested kind; the body's parser checks the rest.
enum BodyCheck {
    /// Returns the body without a UTF-8 byte order mark, and its declared character set.
    ///
    /// By RFC 7303, a byte order mark takes precedence over `Content-Type`, which takes precedence over the XML
    /// declaration; the latter is left to the body's parser.
    ///
    /// - Parameter contentType: the `Content-Type` header, if there was one.
    /// - Throws: ``UpstreamFailure/unreadable(_:)``.
    static func checked(
        _ body: [UInt8], as kind: UpstreamRequest.Body, contentType: String?
    ) throws(UpstreamFailure) -> (body: [UInt8], charset: String?) {
        let header = ContentType(contentType ?? "")
        var body = body
        var charset = header.charset
        if body.starts(with: [0xEF, 0xBB, 0xBF]) {
            body.removeFirst(3)
            charset = "utf-8"
        } else if body.starts(with: [0xFE, 0xFF]) || body.starts(with: [0xFF, 0xFE]) {
            charset = "utf-16"
        }
        let root = kind == .xml ? XMLRoot.name(in: body) : nil
        // Feeds are often served as HTML; a body whose root element is a feed's is accepted.
        guard !header.isPage || XMLRoot.feeds.contains(root ?? "") else {
            throw .unreadable("it is an HTML page (\(header.type))")
        }
        guard let first = body.first(where: { !XMLRoot.isSpace($0) }) else { throw .unreadable("the body is empty") }
        switch kind {
        case .json:
            guard first != UInt8(ascii: "<") else { throw .unreadable("it is markup instead of JSON") }
            guard "{[\"-0123456789tfn".utf8.contains(first) else { throw .unreadable("it does not begin like JSON") }
            guard isUTF8(body) else { throw .unreadable("JSON that is not UTF-8") }
        case .xml:
            // XML in UTF-16 begins with a byte order mark.
            guard first == UInt8(ascii: "<") || charset == "utf-16" else {
                throw .unreadable("it does not begin like XML")
            }
            guard root?.lowercased() != "html", !beginsAsPage(body) else {
                throw .unreadable("it is an HTML page")
            }
        // The service reads the headers of the picture.
        case .image: break
        case .text:
            guard isUTF8(body) else { throw .unreadable("text that is not UTF-8") }
        }
        return (body, charset)
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    private static func beginsAsPage(_ body: [UInt8]) -> Bool {
        let start = body.prefix(64).filter { !XMLRoot.isSpace($0) }.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
        return start.starts(with: "<!doctypehtml".utf8)
    }
}

/// The relevant parts of a `Content-Type` header.
private struct ContentType {
    private static let maximumCharset = 40

    /// The media type in lower case; empty if there is none.
    var type: String
    /// The character set in lower case; `nil` if none is named.
    var charset: String?

    init(_ text: String) {
        let parts = text.lowercased().split(separator: ";", omittingEmptySubsequences: false).map { part in
            part.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
        }
        type = parts.first ?? ""
        let name = parts.dropFirst().lazy.first { $0.hasPrefix("charset=") }?.dropFirst("charset=".count)
        charset = name.flatMap { $0.isEmpty || $0.utf8.count > Self.maximumCharset ? nil : String($0) }
    }

    /// True for the media types of HTML and XHTML.
    var isPage: Bool { type == "text/html" || type == "application/xhtml+xml" }
}
