/// Whether a body is of the kind that was asked for; whoever reads it still has to look closer.
enum BodyCheck {
    /// The body without a byte order mark.
    /// - Parameter contentType: the header of that name, if there was one.
    /// - Throws: ``UpstreamFailure/unreadable(_:)``.
    static func checked(
        _ body: [UInt8], as kind: UpstreamRequest.Body, contentType: String?
    ) throws(UpstreamFailure) -> [UInt8] {
        let type = (contentType ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        guard type != "text/html", type != "application/xhtml+xml" else {
            throw .unreadable("it is a page for people (\(type))")
        }
        var body = body
        if body.starts(with: [0xEF, 0xBB, 0xBF]) { body.removeFirst(3) }
        guard let first = body.first(where: { !isSpace($0) }) else { throw .unreadable("the body is empty") }
        switch kind {
        case .json:
            guard first != UInt8(ascii: "<") else { throw .unreadable("it is markup where JSON was to be") }
            guard "{[\"-0123456789tfn".utf8.contains(first) else { throw .unreadable("it does not begin as JSON does") }
            guard isUTF8(body) else { throw .unreadable("JSON that is not UTF-8") }
        case .xml:
            // UTF-16, which XML may be in, begins with its mark.
            guard first == UInt8(ascii: "<") || body.starts(with: [0xFE, 0xFF]) || body.starts(with: [0xFF, 0xFE])
            else { throw .unreadable("it does not begin as XML does") }
            guard !beginsAsPage(body) else { throw .unreadable("it is a page for people") }
        case .text:
            guard isUTF8(body) else { throw .unreadable("text that is not UTF-8") }
        }
        return body
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    private static func beginsAsPage(_ body: [UInt8]) -> Bool {
        let start = body.prefix(64).filter { !isSpace($0) }.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
        return start.starts(with: "<!doctypehtml".utf8) || start.starts(with: "<html".utf8)
    }
}
