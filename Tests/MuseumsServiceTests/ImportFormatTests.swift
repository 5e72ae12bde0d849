import Foundation
import MuseumsContract
import ServiceRuntime
import Testing
import Values

@testable import MuseumsService

@Suite struct TitleCaseTests {
    @Test(arguments: [
        ("U.S. SPACE & ROCKET CENTER", "U.S. Space & Rocket Center"), ("MUSEUM OF MODERN ART", "Museum of Modern Art"),
        ("THE CHILDREN'S MUSEUM", "The Children's Museum"), ("O'KEEFFE MUSEUM", "O'Keeffe Museum"),
        ("MCDONALD HOUSE", "McDonald House"), ("WESTERVELT-WARNER MUSEUM", "Westervelt-Warner Museum"),
        ("USS ALABAMA BATTLESHIP", "USS Alabama Battleship"), ("19TH CENTURY CLUB", "19th Century Club"),
        ("WORLD WAR II MUSEUM", "World War II Museum"), ("JOHN A. LOGAN MUSEUM", "John A. Logan Museum"),
        ("8316 MOUNTBATTEN RD NE", "8316 Mountbatten Rd NE"), ("ST. JOHN'S", "St. John's"), ("FT WORTH", "Ft Worth"),
        ("NMHC", "NMHC"), ("PO BOX 12B", "PO Box 12B"), ("(THE) OLD MILL", "(The) Old Mill"),
        ("of the west", "of the west"), ("Already Written", "Already Written"), ("", ""), ("123", "123"),
    ])
    func `Names in capitals get their usual case`(capitals: String, title: String) {
        #expect(TitleCase.restored(capitals) == title)
    }
}

@Suite struct ImportFormatTests {
    @Test func `Help and documentation name the columns`() throws {
        let top = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let page = try String(contentsOfFile: "/\(top)/docs/museums.md", encoding: .utf8)
        let summaries = MuseumsCommands.all.map(\.summary).joined(separator: "\n")
        for format in ImportFormat.all {
            let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| `\(format.name)`") })
            for column in format.columns { #expect(row.contains("`\(column)`"), "\(format.name): \(column)") }
            #expect(summaries.contains("columns \(format.columns.joined(separator: ","))"))
        }
        for column in PictureRow.columns { #expect(page.contains("`\(column)`"), "\(column)") }
        #expect(summaries.contains(PictureRow.columns.joined(separator: ",")))
    }

    private func row(_ format: ImportFormat, _ fields: [String: String]) -> ImportRow {
        let columns = Dictionary(format.columns.enumerated().map { ($1, $0) }) { first, _ in first }
        return ImportRow(columns: columns, fields: format.columns.map { fields[$0] ?? "" })
    }

    private let american = [
        "id": "8400100004", "name": "U.S. SPACE & ROCKET CENTER", "alt_name": "SPACE CENTER",
        "address": "ONE TRANQUILITY BASE",
        "city": "HUNTSVILLE", "state": "AL", "zip": "35807", "website": "www.rocketcenter.com",
        "discipline_code": "SCI",
        "lat": "34.712012", "lon": "-86.655519",
    ]

    @Test func `A museum has the credit of its row, or else that of its format`() throws {
        let credit = try ImportFormat.mudf.museum(row(.mudf, american)).credit
        #expect(credit?.licence == "Public domain" && credit?.attribution.contains("Museum Universe") == true)
        let german = ["id": "DE-MUS-1", "name": "Haus", "city": "Ulm", "lat": "48", "lon": "10"]
        #expect(try ImportFormat.isil.museum(row(.isil, german)).credit == nil)
        var columns = Dictionary(uniqueKeysWithValues: ImportFormat.isil.columns.enumerated().map { ($1, $0) })
        columns["attribution"] = columns.count
        columns["licence"] = columns.count
        func credited(_ attribution: String, _ licence: String) throws -> SourceCredit? {
            let fields = ImportFormat.isil.columns.map { german[$0] ?? "" } + [attribution, licence]
            return try ImportFormat.isil.museum(ImportRow(columns: columns, fields: fields)).credit
        }
        #expect(try credited("Ada", "CC0") == SourceCredit(attribution: "Ada", licence: "CC0"))
        #expect(try credited("Ada", "") == SourceCredit(attribution: "Ada", licence: nil))
        #expect(throws: MuseumRecord.Fault.self) { try credited(String(repeating: "a", count: 201), "") }
    }

    @Test func `A row of the American file becomes a museum`() throws {
        let museum = try ImportFormat.mudf.museum(row(.mudf, american))
        #expect(museum.id.text == "us-8400100004" && museum.country.text == "US" && museum.category == .science)
        #expect(
            museum.name == LocalizedText(english: "U.S. Space & Rocket Center") && museum.aliases == ["Space Center"])
        #expect(museum.city.english == "Huntsville" && museum.address.english == "One Tranquility Base, AL 35807")
        #expect(museum.website == "http://www.rocketcenter.com" && museum.popularity == 1)
        #expect(museum.location.latitude.value == 34.712012 && museum.location.longitude.value == -86.655519)
    }

    @Test(arguments: [
        ("lat", "", "lat is not a latitude: it is empty"), ("lat", "91", "lat is not a latitude: “91”"),
        ("lon", "-86,6", "lon is not a longitude: “-86,6”"), ("lon", "nan", "lon is not a longitude: “nan”"),
        ("id", "", "id is not usable: it is empty"), ("id", "8 4", "id is not usable: “8 4”"),
        ("name", "", "the name is empty"), ("name", "***", "a name has neither letters nor digits"),
        ("city", " ", "the city is empty"),
        ("name", String(repeating: "x", count: 301), "the name is longer than 300 characters"),
    ])
    func `An invalid row is refused with the reason`(column: String, value: String, reason: String) {
        var fields = american
        fields[column] = value
        let fault = #expect(throws: MuseumRecord.Fault.self) { try ImportFormat.mudf.museum(row(.mudf, fields)) }
        #expect(fault?.description == reason)
    }

    @Test(
        arguments: [
            ("http://a.org", "http://a.org"), ("HTTPS://A.org/x", "https://A.org/x"), ("a.org", "http://a.org"),
            ("", nil),
            ("none", nil), ("ftp://a.org", nil), ("see a.org", nil),
        ] as [(String, String?)])
    func `A website that is not a web address is left out`(text: String, website: String?) throws {
        #expect(row(.mudf, ["website": text]).website == website)
    }

    @Test func `A row of the French file becomes a museum`() throws {
        let museum = try ImportFormat.museofile.museum(
            row(
                .museofile,
                [
                    "id": "M0003", "name": "musée du Pays\nde Hanau", "alt_name": "Musée de Bouxwiller",
                    "city": "Bouxwiller",
                    "address": "3 place du Château", "postcode": "67330", "categories": "Design;Archéologie;Histoire",
                    "website": "www.museedupaysdehanau.eu", "lat": "48.824977", "lon": "7.482915",
                ]))
        #expect(museum.id.text == "fr-m0003" && museum.category == .archaeology && museum.country.text == "FR")
        #expect(museum.name.english == "Musée du Pays de Hanau")
        #expect(museum.address.english == "3 place du Château, 67330 Bouxwiller")
    }

    @Test func `A row of the German file becomes a museum`() throws {
        let fields = [
            "id": "DE-MUS-001023", "name": "Kirchenmuseum", "city": "Kößlarn", "lat": "48.37", "lon": "13.12",
        ]
        let museum = try ImportFormat.isil.museum(row(.isil, fields))
        #expect(museum.id.text == "de-mus-001023" && museum.website == nil && museum.city.english == "Kößlarn")
    }

    @Test func `The columns determine the format`() {
        #expect(ImportFormat.matching(ImportFormat.mudf.columns + ["discipline"])?.name == "us-mudf")
        #expect(ImportFormat.matching(ImportFormat.museofile.columns.reversed())?.name == "fr-museofile")
        #expect(ImportFormat.matching(ImportFormat.isil.columns)?.name == "de-isil")
        #expect(ImportFormat.matching(["id", "name"]) == nil)
    }
}
