import MuseumsContract
import Testing
import Values

@testable import MuseumsService

/// Makes a museum, with defaults for everything that is not given.
func museum(
    _ id: String, _ name: LocalizedText, city: LocalizedText? = nil, aliases: [String] = [],
    category: MuseumCategory = .general, country: String = "BY", popularity: Int = 10,
    description: LocalizedText = LocalizedText(), at place: (latitude: Double, longitude: Double) = (53.9, 27.56)
) throws -> MuseumRecord {
    func inLanguagesOfName(_ text: String) -> LocalizedText {
        LocalizedText(
            english: name.english.map { _ in text }, russian: name.russian.map { _ in text },
            belarusian: name.belarusian.map { _ in text })
    }
    return try MuseumRecord(
        id: MuseumID(unchecked: id), category: category, country: CountryCode(unchecked: country),
        location: Location(
            latitude: Latitude(unchecked: place.latitude), longitude: Longitude(unchecked: place.longitude)),
        popularity: popularity, name: name, aliases: aliases, city: city ?? inLanguagesOfName("Minsk"),
        description: description)
}

@Suite struct MuseumRecordTests {
    @Test func `A record that exceeds a limit is refused`() throws {
        let name = LocalizedText(english: "A")
        func fault(_ body: () throws -> MuseumRecord) -> String? {
            #expect(throws: MuseumRecord.Fault.self) { try body() }?.description
        }
        #expect(fault { try museum("a", LocalizedText()) } == "the name is missing")
        #expect(fault { try museum("a", name, popularity: 0) } == "the popularity is not within 1 to 100")
        #expect(fault { try museum("a", name, popularity: 101) } == "the popularity is not within 1 to 100")
        #expect(fault { try museum("a", name, aliases: Array(repeating: "x", count: 25)) } == "more than 24 aliases")
        #expect(fault { try museum("a", LocalizedText(english: "a\u{0}b")) } == "the name holds a control character")
        let mixed = LocalizedText(english: "Minsk", russian: "Минск")
        #expect(
            fault { try museum("a", name, city: mixed) } == "name and city must be given in the same languages (ru)")
        let long = LocalizedText(english: String(repeating: "x", count: 4_001))
        #expect(fault { try museum("a", name, description: long) } == "the description is longer than 4000 characters")
    }

    @Test func `Search texts are folded and separated by weight`() throws {
        let record = try museum(
            "by-mir", LocalizedText(english: "Mir Castle", russian: "Мирский замок", belarusian: "Мірскі замак"),
            city: LocalizedText(english: "Mir", russian: "Мир", belarusian: "Мір"),
            aliases: ["МИРСКИЙ ЗАМОК", "Мирский замково-парковый комплекс"], category: .castle,
            description: LocalizedText(english: "Built in the 1520s."))
        let text = MuseumSearchText(record)
        #expect(text.names == ["mir castle", "мирский замок", "мирски замак"])
        #expect(text.aliases == ["мирский замково парковый комплекс"])
        #expect(text.cities == ["mir", "мир"])
        #expect(text.places.contains("castle palace") && text.places.first == "mir")
        #expect(text.descriptions == ["built in the 1520s"])
        #expect(
            text.facets == [
                "=name:mir castle", "=name:мирский замок", "=name:мирски замак",
                "=name:мирский замково парковый комплекс",
                "=city:mir", "=city:мир", "=country:BY", "=category:castle",
            ])
    }

    @Test func `A COPY row has all columns and escapes separators`() throws {
        let record = try museum(
            "a", LocalizedText(english: "Back\\slash"), description: LocalizedText(english: "two\nlines"))
        let bytes = CopyRow.lines([NumberedMuseum(line: 7, museum: record)])
        let row = String(decoding: bytes, as: UTF8.self)
        let fields = row.dropLast().split(separator: "\t", omittingEmptySubsequences: false)
        #expect(row.last == "\n" && row.filter { $0 == "\n" }.count == 1)
        #expect(fields.count == CopyRow.columns.count && fields[0] == "7" && fields[2] == "a")
        #expect(row.contains("Back\\\\slash") && row.contains("two\\nlines") && row.contains("\t\\N\t"))
    }

    @Test func `The digest depends on the record, not on its line`() throws {
        func digest(_ record: MuseumRecord, line: Int = 1) -> Substring? {
            let bytes = CopyRow.lines([NumberedMuseum(line: line, museum: record)])
            return String(decoding: bytes, as: UTF8.self).split(separator: "\t").dropFirst().first
        }
        let record = try museum("a", LocalizedText(english: "A"))
        #expect(digest(record) == digest(record, line: 2))
        var other = record
        other.description.russian = "А"
        #expect(digest(other) != digest(record))
    }
}
