import Contract
import MuseumsContract

/// A picture with its size and credit, all of which are required.
struct CreditedPicture: Equatable, Sendable {
    var url: String
    /// Pixels, as is the height.
    var width: Int
    var height: Int
    var author: String
    var licence: String
    /// The page that describes the picture.
    var page: String?
    /// The picture's files in the database, the smallest first; empty for a picture that is only linked.
    var files: [PictureFileSize] = []

    var view: Picture {
        guard let largest = files.last(where: { $0.format == .jpeg }) else {
            return Picture(url: url, width: width, height: height, author: author, licence: licence, page: page)
        }
        let path = Museums.PictureBytes.declaration.http?.path ?? ""
        let sizes = files.map { file in
            PictureSize(
                url: path.replacing("{hash}", with: file.hash.text), width: file.width, height: file.height,
                format: file.format)
        }
        return Picture(
            url: path.replacing("{hash}", with: largest.hash.text), width: largest.width, height: largest.height,
            author: author, licence: licence, page: page, sizes: sizes)
    }
}

/// The size of a picture's file, with its hash.
struct PictureFileSize: Equatable, Sendable {
    var hash: PictureHash
    var width: Int
    var height: Int
    var format: PictureFormat
}

/// A museum's picture, or the instruction to remove it.
struct MuseumPicture: Equatable, Sendable {
    var museum: MuseumID
    /// The museum's picture; `nil` removes it.
    var picture: CreditedPicture?
}

/// A picture and the line of the file that names it.
struct NumberedPicture: Equatable, Sendable {
    var line: Int
    var picture: MuseumPicture
}

/// A source of pictures; created again for each attempt to store them.
protocol PictureSource {
    /// Returns the next usable lines, at most `count`, or `nil` at the end.
    mutating func next(_ count: Int) throws -> [NumberedPicture]?
    /// The lines skipped so far.
    var refusals: [SourceLineRefusal] { get }
}

/// The outcome of loading pictures.
struct PictureSummary: Equatable, Sendable {
    var added = 0
    var changed = 0
    var unchanged = 0
    var removed = 0
    /// The skipped lines, in the order of the file.
    var refusals: [SourceLineRefusal] = []

    /// The reason to skip a line whose picture belongs to editors.
    static let edited = "an editor set or removed the museum's picture"

    /// True if any museum's picture changed.
    var changedAnything: Bool { added + changed + removed > 0 }
}

/// The number of museums, and of those with a photograph.
///
/// Drawings do not count: neither those of clients, which are not stored, nor those of a simulator.
struct PhotographCount: Equatable, Sendable {
    var museums: Int
    var photographs: Int
    /// The number of museums with the address of a photograph that has not been fetched.
    var links = 0

    var text: String {
        "museums: \(museums), with a photograph: \(photographs)" + (links > 0 ? ", with a link to one: \(links)" : "")
    }
}
