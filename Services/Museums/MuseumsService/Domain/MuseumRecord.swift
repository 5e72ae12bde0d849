import MuseumsContract
import Values

/// A checked museum from a catalogue or an import.
struct MuseumRecord: Equatable, Sendable {
    /// The limits on a source's texts, in Unicode code points; longer texts are rejected, not truncated.
    enum Limits {
        static let name = 300
        static let city = 120
        static let address = 300
        static let description = 4_000
        static let website = 500
        static let attribution = 200
        static let licence = 100
        static let aliases = 24
        static let popularity = 1...100
        static let founded = 1...2100
    }

    /// The reason that a record is rejected, as an English phrase.
    struct Fault: Error, Equatable, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    var id: MuseumID
    var category: MuseumCategory
    var country: CountryCode
    var location: Location
    var website: String?
    var founded: Int?
    var popularity: Int
    var name: LocalizedText
    var aliases: [String]
    /// The city, in the same languages as the name.
    var city: LocalizedText
    var address: LocalizedText
    var description: LocalizedText
    var credit: SourceCredit?

    /// Creates a record and checks it.
    ///
    /// - Throws: ``Fault`` with the reason.
    init(
        id: MuseumID, category: MuseumCategory, country: CountryCode, location: Location, website: String? = nil,
        founded: Int? = nil, popularity: Int, name: LocalizedText, aliases: [String] = [], city: LocalizedText,
        address: LocalizedText = LocalizedText(), description: LocalizedText = LocalizedText(),
        credit: SourceCredit? = nil
    ) throws(Fault) {
        // Each member is a parameter, so that no museum exists that has not passed these checks.
        guard !name.all.isEmpty else { throw Fault("the name is missing") }
        for language in Language.allCases where (name[language] == nil) != (city[language] == nil) {
            throw Fault("name and city must be given in the same languages (\(language.rawValue))")
        }
        try Self.check(name.all + aliases, "name", Limits.name)
        try Self.check(city.all, "city", Limits.city)
        try Self.check(address.all, "address", Limits.address)
        try Self.check(description.all, "description", Limits.description)
        try Self.check((credit?.attribution).map { [$0] } ?? [], "attribution", Limits.attribution)
        try Self.check((credit?.licence).map { [$0] } ?? [], "licence", Limits.licence)
        guard (name.all + aliases).allSatisfy({ !Folding.fold($0).isEmpty }) else {
            throw Fault("a name has neither letters nor digits")
        }
        guard aliases.count <= Limits.aliases else { throw Fault("more than \(Limits.aliases) aliases") }
        guard Limits.popularity.contains(popularity) else { throw Fault("the popularity is not within 1 to 100") }
        if let founded, !Limits.founded.contains(founded) { throw Fault("\(founded) is not a possible founding year") }
        if let website {
            try Self.check([website], "website", Limits.website)
            guard website.hasPrefix("http://") || website.hasPrefix("https://") else {
                throw Fault("the website is not an http or https address")
            }
        }
        self.id = id
        self.category = category
        self.country = country
        self.location = location
        self.website = website
        self.founded = founded
        self.popularity = popularity
        self.name = name
        self.aliases = aliases
        self.city = city
        self.address = address
        self.description = description
        self.credit = credit
    }

    private static func check(_ texts: [String], _ what: String, _ maximumLength: Int) throws(Fault) {
        for text in texts {
            let scalars = text.unicodeScalars
            if scalars.isEmpty { throw Fault("the \(what) is empty") }
            if scalars.count > maximumLength { throw Fault("the \(what) is longer than \(maximumLength) characters") }
            if scalars.contains(where: { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F }) {
                throw Fault("the \(what) holds a control character")
            }
        }
    }
}

/// The texts by which a museum is found: folded, and separated by weight.
struct MuseumSearchText: Equatable, Sendable {
    /// The version of the derivation of these texts; a catalogue stored with another version is loaded again.
    static let version = 4

    /// The names in all languages (weight A), without repetitions.
    let names: [String]
    /// The other names (weight B).
    let aliases: [String]
    /// The cities in all languages.
    let cities: [String]
    /// Further forms of the words of names and other names; see ``WordForms``.
    let nameForms: [String]
    let aliasForms: [String]
    /// The cities and the words for the category, with further forms (weight C).
    let places: [String]
    /// The descriptions, with further forms (weight D).
    let descriptions: [String]
    /// The lexemes that filters match; see ``SearchFacet``.
    let facets: [String]

    init(_ museum: MuseumRecord) {
        names = Self.folded(museum.name.all)
        let known = Set(names)
        aliases = Self.folded(museum.aliases).filter { !known.contains($0) }
        cities = Self.folded(museum.city.all)
        nameForms = Self.forms(names)
        aliasForms = Self.forms(aliases)
        let words = cities + Self.folded(CategoryWords.words(for: museum.category))
        places = words + Self.forms(words)
        let texts = museum.description.all.map(Folding.fold)
        descriptions = texts + Self.forms(texts)
        facets =
            (names + aliases).map(SearchFacet.name.stored) + cities.map(SearchFacet.city.stored) + [
                SearchFacet.country.stored(museum.country.text), SearchFacet.category.stored(museum.category.rawValue),
            ]
    }

    private static func forms(_ texts: [String]) -> [String] { texts.flatMap(WordForms.further(ofWordsIn:)) }

    private static func folded(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.map(Folding.fold).filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}
