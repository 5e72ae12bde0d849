import Contract

/// A picture in one size and format.
struct ScaledPicture: Equatable, Sendable {
    /// The widths that screens need, in pixels.
    static let widths = [160, 480, 960]

    var format: PictureFormat
    /// Pixels, as is the height.
    var width: Int
    var height: Int
    var content: [UInt8]
}
