/// A file of the web client, in one to three codings.
final class WebFile: Sendable {
    /// The file in one coding.
    struct Variant: Sendable {
        let coding: ContentCoding
        let content: WebContent

        /// The entity tag with its quotes: the beginning of the bytes' own digest, so it differs with the coding.
        var tag: [UInt8] { Array("\"\(content.digestText.prefix(32))\"".utf8) }

        init(_ coding: ContentCoding, _ content: WebContent) {
            self.coding = coding
            self.content = content
        }
    }

    /// The value of `Content-Type`.
    let type: String
    let caching: WebManifest.Caching
    private let variants: [Variant]
    private let identity: Variant

    init(type: String, caching: WebManifest.Caching, identity: WebContent, others: [Variant] = []) {
        self.type = type
        self.caching = caching
        self.identity = Variant(.identity, identity)
        variants = others
    }

    /// True for a page, which gets the fields of pages.
    var isPage: Bool { type.hasPrefix("text/html") }

    /// True if the answer depends on `Accept-Encoding`.
    var hasCodings: Bool { !variants.isEmpty }

    /// Returns the file in the coding that `Accept-Encoding` prefers.
    func variant(for acceptEncoding: UnsafeRawBufferPointer?) -> Variant {
        let coding = ContentCoding.best(of: variants.map(\.coding) + [.identity], for: acceptEncoding)
        return variants.first { $0.coding == coding } ?? identity
    }

    /// The contents of all codings.
    var contents: [WebContent] { [identity.content] + variants.map(\.content) }
}
