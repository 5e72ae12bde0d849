import HTTPParsing
import NIOCore
import Values

/// The answer to a request for a file or a page of the web client, in the coding that the client prefers.
struct WebAnswer {
    let variant: WebFile.Variant
    /// 200, 304 if the client has the file, or 404 for a page about an unknown path.
    let status: Int
    private let file: WebFile
    /// The language of a page by language.
    private let language: Language?
    private let security: PageFields

    /// Chooses the answer.
    ///
    /// - Parameter page: for a page by language: its language, and whether its path is known.
    init(_ file: WebFile, page: (language: Language, isFound: Bool)?, _ request: EdgeRequest, _ security: PageFields) {
        let variant =
            request.head.acceptEncoding.map { field in
                request.bytes.withPart(field) { file.variant(for: $0) }
            } ?? file.variant(for: nil)
        let isFound = page?.isFound ?? true
        let isKnown = request.text(request.head.ifNoneMatch).map { EntityTag.isNamed(variant.tag, by: $0) } ?? false
        self.variant = variant
        status = !isFound ? 404 : isKnown ? 304 : 200
        self.file = file
        language = page?.language
        self.security = security
    }

    /// Writes all fields but those that every answer has.
    func writeFields(into head: inout HeadWriter) {
        let isFound = status != 404
        if status != 304 {
            head.write("Content-Type: ")
            head.writeString(file.type)
            head.write("\r\n")
            if let language { head.write(ResponseFields.contentLanguage(language)) }
            if variant.coding != .identity {
                head.write("Content-Encoding: ")
                head.writeString(variant.coding.rawValue)
                head.write("\r\n")
            }
        }
        if isFound {
            head.write("ETag: ")
            head.write(variant.tag)
            head.write("\r\n")
        }
        head.write(Self.caching(file.caching, isFound: isFound))
        switch (language != nil, file.hasCodings) {
        case (true, true): head.write("Vary: Accept-Language, Accept-Encoding\r\n")
        case (true, false): head.write("Vary: Accept-Language\r\n")
        case (false, true): head.write("Vary: Accept-Encoding\r\n")
        case (false, false): break
        }
        head.writeString(file.isPage ? security.page : security.file)
    }

    private static func caching(_ caching: WebManifest.Caching, isFound: Bool) -> StaticString {
        guard isFound else { return ResponseFields.noStore }
        switch caching {
        case .immutable: return "Cache-Control: public, max-age=31536000, immutable\r\n"
        case .revalidate: return "Cache-Control: no-cache\r\n"
        }
    }

    /// Returns the response with a body; `nil` for one without: a 304, or the answer to HEAD.
    func response(_ body: ByteBuffer?) -> EdgeResponse {
        EdgeResponse(status: status, body: body, fields: .file(self), length: variant.content.size)
    }
}
