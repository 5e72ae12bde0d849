import HTTPParsing
import NIOCore
import Values

/// The answer to a request for a file or a page of the web client, in the coding that the client prefers.
struct WebAnswer {
    let variant: WebFile.Variant
    /// 200, 304 if the client has the file, or 404 for a page about an unknown path.
    let status: Int
    /// All fields but those that every answer has.
    let fields: ByteBuffer

    /// Chooses the answer.
    ///
    /// - Parameter page: for a page by language: its language, and whether its path is known.
    init(_ file: WebFile, page: (language: Language, isFound: Bool)?, _ request: EdgeRequest, _ security: PageFields) {
        let variant =
            request.head.acceptEncoding.map { field in
                request.bytes.withPart(field) { file.variant(for: $0) }
            } ?? file.variant(for: nil)
        let isFound = page?.isFound ?? true
        let isKnown =
            isFound && request.text(request.head.ifNoneMatch).map { EntityTag.isNamed(variant.tag, by: $0) } ?? false
        self.variant = variant
        status = !isFound ? 404 : isKnown ? 304 : 200
        var fields = ByteBufferAllocator().buffer(capacity: 1_024)
        if !isKnown {
            fields.writeString("Content-Type: \(file.type)\r\n")
            if let page { fields.writeStaticString(ResponseFields.contentLanguage(page.language)) }
            if variant.coding != .identity { fields.writeString("Content-Encoding: \(variant.coding.rawValue)\r\n") }
        }
        if isFound {
            fields.writeStaticString("ETag: ")
            fields.writeBytes(variant.tag)
            fields.writeStaticString("\r\n")
        }
        fields.writeStaticString(Self.caching(file.caching, isFound: isFound))
        switch (page != nil, file.hasCodings) {
        case (true, true): fields.writeStaticString("Vary: Accept-Language, Accept-Encoding\r\n")
        case (true, false): fields.writeStaticString("Vary: Accept-Language\r\n")
        case (false, true): fields.writeStaticString("Vary: Accept-Encoding\r\n")
        case (false, false): break
        }
        fields.writeString(file.isPage ? security.page : security.file)
        self.fields = fields
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
        EdgeResponse(status: status, body: body, fields: .file(fields), length: variant.content.size)
    }
}
