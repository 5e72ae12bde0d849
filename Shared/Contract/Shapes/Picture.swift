public import Values

/// A picture on the web, with what is known of its size and its credit.
public struct Picture: Codable, Sendable, Equatable {
    /// The picture's URL; a path such as `/v1/pictures/…` is on this server.
    public var url: String
    /// Pixels.
    public var width: Int?
    /// Pixels.
    public var height: Int?
    /// The person or organization to credit.
    public var author: String?
    /// The licence, to be named beside the picture.
    public var licence: String?
    /// The URL of the page that describes the picture, to be linked from the credit.
    public var page: String?
    /// The picture in several sizes on this server, the smallest first; absent for a picture on another server.
    public var sizes: [PictureSize]?
}

/// A picture in one size and format.
public struct PictureSize: Codable, Sendable, Equatable {
    /// The URL, a path on this server.
    public var url: String
    /// Pixels.
    public var width: Int
    /// Pixels.
    public var height: Int
    /// The format.
    public var format: OpenEnum<PictureFormat>
}

/// A format of pictures.
public enum PictureFormat: String, CaseIterable, Codable, Hashable, Sendable {
    case webp, jpeg
}
