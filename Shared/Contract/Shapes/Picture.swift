/// A picture on the web, with what is known of its size and its credit.
public struct Picture: Codable, Sendable, Equatable {
    /// The picture's URL.
    public var url: String
    /// Pixels.
    public var width: Int?
    /// Pixels.
    public var height: Int?
    /// The person or organization to credit.
    public var author: String?
    /// The licence, to be named beside the picture.
    public var licence: String?
}
