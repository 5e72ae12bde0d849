import AggregatorContract
import Values

/// The part of a place's id before the coordinates: `minsk-by`, or `ozyorny-by-623317` for a place found by Open-Meteo.
struct PlaceSlug: Sendable, Equatable {
    private static let maximumLength = 60

    /// The folded name, its words separated by hyphens; may be empty, since only Latin letters are kept.
    let name: String
    let country: String
    /// The place's GeoNames number, for places that the tables do not contain.
    let number: Int?

    init(name: String, country: String, number: Int? = nil) {
        let folded = Folding.fold(name).unicodeScalars.map { $0 == " " ? "-" : $0 }
        self.name = String(String.UnicodeScalarView(folded.filter { $0 == "-" || $0.isASCII }))
        self.country = country
        self.number = number
    }

    /// Reads the slug of an id; `nil` if it names no country.
    init?(_ id: PlaceID) {
        var parts = id.text.prefix { $0 != "@" }.split(separator: "-", omittingEmptySubsequences: false)
        number = parts.last.flatMap { Int($0) }
        if number != nil { parts.removeLast() }
        guard let country = parts.popLast().flatMap({ CountryCode(String($0)) }) else { return nil }
        self.country = country.text
        name = parts.joined(separator: "-")
    }

    /// Returns the id of the place at a location.
    func id(at location: Location) -> PlaceID {
        let end = "-\(country.lowercased())" + (number.map { "-\($0)" } ?? "")
        return PlaceID(slug: name.prefix(Self.maximumLength - end.utf8.count) + end, location: location)
    }
}
