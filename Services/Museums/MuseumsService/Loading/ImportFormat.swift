import MuseumsContract
import Values

/// A file format for imports: its columns, and the conversion of a row into a museum.
struct ImportFormat: Sendable {
    /// The source's name in the database; no other source may change its museums.
    let name: String
    /// The description for operators.
    let summary: String
    /// The required columns.
    let columns: [String]
    /// The credit that the source asks for.
    var credit: SourceCredit?
    /// Converts a row with its credit.
    fileprivate let convert: @Sendable (ImportRow, SourceCredit?) throws(MuseumRecord.Fault) -> MuseumRecord

    /// The description and the required columns, for `--help`.
    var help: String { "\(summary), columns \(columns.joined(separator: ","))" }

    /// Converts a row into a museum with the credit in the columns `attribution` and `licence`, or else the format's.
    func museum(_ row: ImportRow) throws(MuseumRecord.Fault) -> MuseumRecord {
        let (attribution, licence) = (row["attribution"], row["licence"])
        guard !attribution.isEmpty else { return try convert(row, credit) }
        return try convert(row, SourceCredit(attribution: attribution, licence: licence.isEmpty ? nil : licence))
    }

    /// All formats, in the order in which they are tried.
    static let all: [ImportFormat] = [.mudf, .museofile, .isil]

    /// Returns the format of a file with these column names, or `nil` if none matches.
    static func matching(_ header: [String]) -> ImportFormat? {
        let names = Set(header)
        return all.first { names.isSuperset(of: $0.columns) }
    }
}

/// A row of a file, read by column names.
struct ImportRow: Sendable {
    let columns: [String: Int]
    let fields: [String]

    /// The text of a column with normalized white space; empty if there is no such column.
    subscript(name: String) -> String {
        guard let index = columns[name], fields.indices.contains(index) else { return "" }
        return fields[index].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Reads the columns `lat` and `lon`.
    func location() throws(MuseumRecord.Fault) -> Location {
        guard let latitude = Double(self["lat"]).flatMap(Latitude.init) else {
            throw MuseumRecord.Fault("lat is not a latitude: \(excerpt("lat"))")
        }
        guard let longitude = Double(self["lon"]).flatMap(Longitude.init) else {
            throw MuseumRecord.Fault("lon is not a longitude: \(excerpt("lon"))")
        }
        return Location(latitude: latitude, longitude: longitude)
    }

    /// Reads a museum's id: the prefix followed by the column `id` in lower case.
    func id(_ prefix: String) throws(MuseumRecord.Fault) -> MuseumID {
        // The limit leaves room for the number that distinguishes museums of the same id.
        guard !self["id"].isEmpty, self["id"].utf8.count <= 48, let id = MuseumID(prefix + self["id"].lowercased())
        else { throw MuseumRecord.Fault("id is not usable: \(excerpt("id"))") }
        return id
    }

    /// The column `website` as a URL; `nil` if it contains none.
    var website: String? {
        let text = self["website"]
        guard text.contains("."), !text.contains(" "), text.utf8.count <= MuseumRecord.Limits.website - 8 else {
            return nil
        }
        let scheme = text.prefix(8).lowercased()
        if scheme.hasPrefix("http://") { return "http://" + text.dropFirst(7) }
        if scheme.hasPrefix("https://") { return "https://" + text.dropFirst(8) }
        return text.contains("://") ? nil : "http://" + text
    }

    private func excerpt(_ name: String) -> String {
        self[name].isEmpty ? "it is empty" : "“\(self[name].prefix(40))”"
    }
}

extension ImportFormat {
    /// The format of the Museum Universe Data File by the Institute of Museum and Library Services (United States).
    static let mudf = ImportFormat(
        name: "us-mudf", summary: "Museum Universe Data File (IMLS, United States)",
        columns: [
            "id", "name", "alt_name", "address", "city", "state", "zip", "website", "discipline_code", "lat", "lon",
        ],
        credit: SourceCredit(
            attribution: "Institute of Museum and Library Services, Museum Universe Data File", licence: "Public domain"
        )
    ) { row, credit throws(MuseumRecord.Fault) in
        let name = TitleCase.restored(row["name"])
        let other = TitleCase.restored(row["alt_name"])
        let state = [row["state"], row["zip"]].filter { !$0.isEmpty }.joined(separator: " ")
        let address = [TitleCase.restored(row["address"]), state].filter { !$0.isEmpty }.joined(separator: ", ")
        return try MuseumRecord(
            id: try row.id("us-"), category: disciplines[row["discipline_code"]] ?? .general,
            country: CountryCode(unchecked: "US"), location: try row.location(), website: row.website,
            popularity: importedPopularity, name: LocalizedText(english: name),
            aliases: other.isEmpty || other == name ? [] : [other],
            city: LocalizedText(english: TitleCase.restored(row["city"])),
            address: LocalizedText(english: address.isEmpty ? nil : address), credit: credit)
    }

    /// The format of Base Muséofile, the museums of France.
    ///
    /// French names are stored as the English ones, because visitors search for them.
    static let museofile = ImportFormat(
        name: "fr-museofile", summary: "Base Muséofile (Ministère de la Culture, France)",
        columns: ["id", "name", "alt_name", "address", "city", "postcode", "categories", "website", "lat", "lon"],
        credit: SourceCredit(attribution: "Ministère de la Culture, base Muséofile", licence: "Licence Ouverte 2.0")
    ) { row, credit throws(MuseumRecord.Fault) in
        let name = row["name"].prefix(1).uppercased() + row["name"].dropFirst()
        let city = [row["postcode"], row["city"]].filter { !$0.isEmpty }.joined(separator: " ")
        let address = [row["address"], city].filter { !$0.isEmpty }.joined(separator: ", ")
        let category = row["categories"].split(separator: ";").lazy.compactMap { fields[Folding.fold(String($0))] }
            .first
        return try MuseumRecord(
            id: try row.id("fr-"), category: category ?? .general, country: CountryCode(unchecked: "FR"),
            location: try row.location(), website: row.website, popularity: importedPopularity,
            name: LocalizedText(english: name),
            aliases: row["alt_name"].isEmpty || row["alt_name"] == row["name"] ? [] : [row["alt_name"]],
            city: LocalizedText(english: row["city"]), address: LocalizedText(english: address.isEmpty ? nil : address),
            credit: credit)
    }

    /// The format of German museums by their ISIL, the international identifier for libraries and related
    /// organizations.
    static let isil = ImportFormat(
        name: "de-isil", summary: "museums with an ISIL (Germany)",
        columns: ["id", "name", "city", "lat", "lon", "website"]
    ) { row, credit throws(MuseumRecord.Fault) in
        guard row["id"].hasPrefix("DE-") else { throw MuseumRecord.Fault("id is not a German ISIL") }
        return try MuseumRecord(
            id: try row.id(""), category: .general, country: CountryCode(unchecked: "DE"), location: try row.location(),
            website: row.website, popularity: importedPopularity, name: LocalizedText(english: row["name"]),
            city: LocalizedText(english: row["city"]), credit: credit)
    }

    /// The popularity of imported museums: files contain none, and their museums rank below those of the catalogue.
    private static let importedPopularity = 1

    private static let disciplines: [String: MuseumCategory] = [
        "ART": .art, "BOT": .nature, "CMU": .children, "GMU": .general, "HSC": .history, "HST": .history,
        "NAT": .nature,
        "SCI": .science, "ZAW": .nature,
    ]

    private static let fields: [String: MuseumCategory] = [
        "beaux arts": .art, "arts decoratifs": .art, "art moderne et contemporain": .art, "photographie": .art,
        "histoire": .history, "archeologie": .archaeology, "ethnologie": .ethnography,
        "technique et industrie": .technology, "sciences et techniques": .technology,
        "sciences de la nature": .nature, "sciences fondamentales": .science, "litterature": .literature,
        "musique": .music, "militaria": .military,
    ]
}
