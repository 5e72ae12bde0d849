import MuseumsContract

/// The picture of a museum, or the statement that it has none.
struct MuseumPicture: Equatable, Sendable {
    var museum: MuseumID
    /// `nil` removes the museum's picture.
    var picture: Museums.Picture?
}

/// A picture and the line of the file that names it.
struct NumberedPicture: Equatable, Sendable {
    var line: Int
    var picture: MuseumPicture
}

/// A source of pictures; made anew for each attempt to store them.
protocol PictureSource {
    /// The next usable lines, at most `count`; `nil` at the end.
    mutating func next(_ count: Int) throws -> [NumberedPicture]?
    /// The lines left out so far.
    var refusals: [LineRefusal] { get }
}

/// The outcome of loading pictures.
struct PictureSummary: Equatable, Sendable {
    var added = 0
    var changed = 0
    var unchanged = 0
    var removed = 0
    /// The lines left out, in the order of the file.
    var refusals: [LineRefusal] = []

    /// True if any museum has another picture than before.
    var changedAnything: Bool { added + changed + removed > 0 }
}
