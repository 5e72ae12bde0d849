import Values

/// A typed name of a place, which may end with its country: `Minsk, Belarus`.
struct PlaceQuery: Equatable {
    var name: String
    /// The code of the country that the text names.
    var country: String?

    /// Reads the text after the last comma as a country, by its code or by its name in any language.
    init(_ text: String, countries: Countries) {
        (name, country) = (text, nil)
        guard let comma = text.lastIndex(of: ","), !Folding.fold(String(text[..<comma])).isEmpty else { return }
        let last = Folding.fold(String(text[text.index(after: comma)...]))
        guard !last.isEmpty, let found = countries.all.first(where: { Self.names(of: $0).contains(last) }) else {
            return
        }
        (name, country) = (String(text[..<comma]), found.code)
    }

    private static func names(of country: Country) -> [String] {
        ([country.code] + Language.allCases.map { country.name[$0] }).map(Folding.fold)
    }
}
