import Values

/// A result that the gateway sends over HTTP as bytes of a media type; on the line protocol it is sent as is.
public struct RawResult: Codable, Sendable, Equatable {
    /// The maximum number of bytes; as base64 they stay within the 1 MiB of an answer.
    public static let maximumBytes = 720 * 1024

    /// One of the media types that the method declares.
    public var mediaType: String
    /// The bytes as base64url without padding.
    public var bodyBase64: String

    public init(_ mediaType: MediaType, _ body: [UInt8]) {
        self.mediaType = mediaType.rawValue
        bodyBase64 = Base64URL.encode(body)
    }
}

/// A media type of a ``RawResult``.
public enum MediaType: String, CaseIterable, Hashable, Sendable {
    case webp = "image/webp"
    case jpeg = "image/jpeg"
    case calendar = "text/calendar"
    case csv = "text/csv"
}
