import MuseumsContract
import Testing
import Values

@testable import MuseumsService

/// Tests for slips in the texts and coordinates of the bundled museums.
@Suite struct CatalogueContentTests {
    private static let museums = Result {
        try BundledCatalogue().museums()
    }

    private func museums() throws -> [MuseumRecord] { try Self.museums.get() }

    /// The rough bounds of countries without remote islands, in degrees.
    private static let countries: [String: (latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>)] = [
        "AE": (22.6...26.1, 51.5...56.4), "AR": (-55.1 ... -21.7, -73.6 ... -53.6), "AT": (46.3...49.1, 9.5...17.2),
        "AU": (-43.7 ... -10, 112.9...153.7), "BE": (49.4...51.6, 2.5...6.5), "BR": (-33.8...5.3, -74 ... -34.7),
        "BY": (51.2...56.2, 23.1...32.8), "CA": (41.6...83.2, -141.1 ... -52.6), "CH": (45.8...47.9, 5.9...10.5),
        "CN": (18...53.6, 73.4...135.1), "CO": (-4.3...13.4, -81.8 ... -66.8), "CZ": (48.5...51.1, 12...18.9),
        "DE": (47.2...55.1, 5.8...15.1), "DK": (54.5...57.8, 8...15.2), "EE": (57.5...59.8, 21.7...28.3),
        "EG": (22...31.7, 24.7...36.9), "ES": (27.6...43.8, -18.2...4.4), "FI": (59.7...70.1, 20.5...31.6),
        "FR": (41.3...51.1, -5.2...9.6), "GB": (49.8...60.9, -8.7...1.8), "GR": (34.8...41.8, 19.3...29.7),
        "HR": (42.3...46.6, 13.4...19.5), "HU": (45.7...48.6, 16.1...22.9), "IE": (51.4...55.4, -10.7 ... -5.9),
        "IL": (29.4...33.4, 34.2...35.9), "IN": (6.7...35.6, 68.1...97.4), "IT": (35.4...47.1, 6.6...18.6),
        "JP": (24...45.6, 122.9...146), "KR": (33.1...38.7, 125...131), "LT": (53.8...56.5, 20.9...26.9),
        "LV": (55.6...58.1, 20.9...28.3), "MX": (14.5...32.8, -118.5 ... -86.7), "NL": (50.7...53.6, 3.3...7.3),
        "NO": (57.9...71.3, 4.5...31.2), "NZ": (-47.4 ... -34.3, 166.3...178.7), "PE": (-18.4...0, -81.4 ... -68.6),
        "PL": (49...54.9, 14.1...24.2), "PT": (32.6...42.2, -31.3 ... -6.1), "QA": (24.4...26.2, 50.7...51.7),
        "RU": (41...82, 19.6...180), "SE": (55.3...69.1, 10.9...24.2), "SG": (1.1...1.5, 103.6...104.1),
        "TN": (30.2...37.6, 7.5...11.6), "TR": (35.8...42.2, 25.6...44.9), "TW": (21.8...25.4, 119.9...122.1),
        "UA": (44.3...52.4, 22.1...40.3), "US": (18.9...71.4, -179 ... -66.9), "VA": (41.9...41.91, 12.44...12.46),
        "ZA": (-34.9 ... -22.1, 16.4...32.9),
    ]

    @Test func `Every museum lies in its country, and no two share a position`() throws {
        var taken: [Location: MuseumID] = [:]
        for museum in try museums() {
            let place = museum.location
            let country = try #require(Self.countries[museum.country.text], "\(museum.id): an unknown country")
            #expect(country.latitudes.contains(place.latitude.value), "\(museum.id)")
            #expect(museum.country.name != nil, "\(museum.id)")
            #expect(country.longitudes.contains(place.longitude.value), "\(museum.id)")
            #expect(taken.updateValue(museum.id, forKey: place) == nil, "\(museum.id)")
        }
    }

    @Test func `Museums of one city lie close to each other`() throws {
        let cities = Dictionary(grouping: try museums()) { "\($0.country) \($0.city.english ?? "")" }
        for (city, museums) in cities {
            for museum in museums {
                let distance = museums[0].location.metres(to: museum.location)
                #expect(distance < 40_000, "\(city): \(museums[0].id) and \(museum.id)")
            }
        }
    }

    @Test func `Ids are readable, stable names`() throws {
        let pattern = #/[a-z]{2}(-[a-z0-9]+)+/#
        for museum in try museums() {
            #expect(museum.id.text.wholeMatch(of: pattern) != nil, "\(museum.id)")
            #expect(museum.id.text.hasPrefix("\(museum.country.text.lowercased())-"), "\(museum.id)")
        }
    }

    @Test func `Every text is written in its language`() throws {
        // Letters that occur in only one of the two languages.
        let (russianOnly, belarusianOnly) = (Set("ищъ".unicodeScalars), Set("ўі".unicodeScalars))
        for museum in try museums() {
            for text in [museum.name, museum.city, museum.address, museum.description] {
                let english = text.english?.unicodeScalars ?? "".unicodeScalars
                #expect(!english.contains { (0x400...0x4FF).contains($0.value) }, "\(museum.id): \(text)")
                let russian = text.russian?.lowercased().unicodeScalars ?? "".unicodeScalars
                #expect(belarusianOnly.isDisjoint(with: russian), "\(museum.id): \(text)")
                let belarusian = text.belarusian?.lowercased().unicodeScalars ?? "".unicodeScalars
                #expect(russianOnly.isDisjoint(with: belarusian), "\(museum.id): \(text)")
            }
        }
    }

    @Test func `Every museum has a description of its own in each language`() throws {
        var seen: [String: MuseumID] = [:]
        for museum in try museums() {
            let texts = museum.description.all
            #expect(texts.count == 3 && museum.address.all.count == 3, "\(museum.id)")
            for text in texts {
                #expect((60...1_000).contains(text.count), "\(museum.id): \(text)")
                #expect(text.hasSuffix(".") && text.first?.isWhitespace == false, "\(museum.id): \(text)")
                #expect(seen.updateValue(museum.id, forKey: text) == nil, "\(museum.id): \(text)")
            }
        }
    }

    @Test func `Websites are web addresses`() throws {
        // Sites of Belarusian museums that have no TLS.
        let plain = [".museum.by", "//glubmusej.by", "//bellitmuseum.by", "//zaslaue.by"]
        for museum in try museums() {
            guard let site = museum.website else { continue }
            #expect(site.wholeMatch(of: #/https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(\/[!-~]*)?/#) != nil, "\(site)")
            #expect(site.hasPrefix("https://") || plain.contains { site.hasSuffix($0) }, "\(site)")
        }
    }

    @Test func `Every category has museums`() throws {
        #expect(Set(try museums().map(\.category)) == Set(MuseumCategory.allCases))
    }
}
