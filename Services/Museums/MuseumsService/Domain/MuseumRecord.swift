import MuseumsContract
import Values

/// A museum as it comes from a catalogue or an import, checked.
struct MuseumRecord: Equatable, Sendable {
    /// Limits on what a source may say; longer texts are refused, not cut.
    ///
    /// Lengths in Unicode code points.
    enum Limits {
        static let name = 300
        static let city = 120
        static let address = 300
        static let description = 4_000
        static let website = 500
        static let aliases = 24
        static let popularity = 1...100
        static let founded = 1...2100
    }

    /// Why a record is not usable.
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
    /// In the languages of the name.
    var city: LocalizedText
    var address: LocalizedText
    var description: LocalizedText

    /// Makes a record.
    /// - Throws: ``Fault`` with what is wrong, as an English phrase.
    init(
        id: MuseumID, category: MuseumCategory, country: CountryCode, location: Location, website: String? = nil,
        founded: Int? = nil, popularity: Int, name: LocalizedText, aliases: [String] = [], city: LocalizedText,
        address: LocalizedText = LocalizedText(), description: LocalizedText = LocalizedText()
    ) throws(Fault) {
        guard !name.all.isEmpty else { throw Fault("the name is missing") }
        for language in Language.allCases where (name[language] == nil) != (city[language] == nil) {
            throw Fault("name and city must be given in the same languages (\(language.rawValue))")
        }
        try Self.check(name.all + aliases, "name", Limits.name)
        try Self.check(city.all, "city", Limits.city)
        try Self.check(address.all, "address", Limits.address)
        try Self.check(description.all, "description", Limits.description)
        guard (name.all + aliases).allSatisfy({ !Folding.fold($0).isEmpty }) else {
            throw Fault("a name has neither letters nor digits")
        }
        guard aliases.count <= Limits.aliases else { throw Fault("more than \(Limits.aliases) aliases") }
        guard Limits.popularity.contains(popularity) else { throw Fault("the popularity is not within 1 to 100") }
        if let founded, !Limits.founded.contains(founded) { throw Fault("\(founded) is no year of a foundation") }
        if let website {
            try Self.check([website], "website", Limits.website)
            guard website.hasPrefix("http://") || website.hasPrefix("https://") else {
                throw Fault("the website is no http or https address")
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

/// What is stored of a museum so that it can be found: folded, and split by what it is worth.
struct MuseumSearchText: Equatable, Sendable {
    /// Counts the changes of what is made of the same texts: a catalogue that was stored by another version must be
    /// stored anew.
    static let version = 3

    /// Names in all languages (weight A), without repetitions.
    let names: [String]
    /// Other names (weight B).
    let aliases: [String]
    /// Cities in all languages.
    let cities: [String]
    /// Further forms of words of the names, and of the other names; see ``WordForms``.
    let nameForms: [String]
    let aliasForms: [String]
    /// Cities and the words for the category, with further forms (weight C).
    let places: [String]
    /// Descriptions, with further forms (weight D).
    let descriptions: [String]
    /// What filters look for; see ``SearchFacet``.
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
