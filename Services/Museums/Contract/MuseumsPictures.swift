public import Contract
public import Values

/// The SHA-256 of a picture's bytes in hexadecimal: the last part of a path in `sizes` of a picture.
public struct PictureHash: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 64
    public static let maximumLength = 64
    public static let pattern: String? = "^[0-9a-f]{64}$"
    public static let exampleText = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    public static func fault(in text: String) -> ValueFault? {
        text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) } ? nil : .slug
    }
}

extension Museums {
    /// Returns the bytes of a picture in one size.
    ///
    /// Pictures of museums name the hashes. A hash never gets other bytes, so that a copy can be kept.
    public enum PictureBytes: Method {
        public struct Params: Codable, Sendable {
            /// The hash of the picture.
            public var hash: PictureHash
        }
        public typealias Result = RawResult
        public static let declaration = MethodDeclaration(
            "museums.pictureBytes", service: .museums, access: .anyone,
            http: .get("/v1/pictures/{hash}", .raw([.webp, .jpeg])), idempotency: .idempotent, isHedged: true,
            caching: .public(seconds: 31_536_000), codes: [.notFound])
    }
}
