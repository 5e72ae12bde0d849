import MuseumsContract

/// A line of a file of pictures to fetch.
struct PictureToFetch: Equatable, Sendable {
    enum Source: Equatable, Sendable {
        case address(PictureAddress)
        /// An item of Wikidata, such as `Q842858`, whose picture is at Wikimedia Commons.
        case item(String)
    }

    var line: Int
    var museum: MuseumID
    var source: Source
}

/// The address of a picture, with its credit.
struct PictureAddress: Equatable, Sendable {
    var url: String
    var author: String
    var licence: String
    /// The page that describes the picture.
    var page: String

    /// Returns the picture with its size.
    func picture(width: Int, height: Int) -> CreditedPicture {
        CreditedPicture(url: url, width: width, height: height, author: author, licence: licence, page: page)
    }
}
