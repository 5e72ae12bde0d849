/// What a museum is about.
public enum MuseumCategory: String, CaseIterable, Codable, Hashable, Sendable {
    case art, history, archaeology, science, technology, nature, ethnography, literature, music, theatre, memorial
    case military, castle, openAir = "open-air", religion, transport, children, general
}

/// A language in which Vokol speaks to people.
public enum Language: String, CaseIterable, Codable, Hashable, Sendable {
    case english = "en"
    case russian = "ru"
    case belarusian = "be"

    /// The languages to try in turn for somebody who asked for this one.
    public var fallbacks: [Language] {
        switch self {
        case .belarusian: [.belarusian, .russian, .english]
        case .russian: [.russian, .english, .belarusian]
        case .english: [.english, .russian, .belarusian]
        }
    }

    /// The best of ours for a language range such as `be-BY` or an `Accept-Language` list such as
    /// `be;q=0.5, ru, *;q=0.1`; English where none of ours is named.
    public init(acceptLanguage list: String) {
        var best: (language: Language, quality: Int)?
        for range in list.split(separator: ",").prefix(16) {
            let parts = range.split(separator: ";")
            let tag = parts.first.map { String($0).trimmed.lowercased() } ?? ""
            let primary = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.map(String.init) ?? ""
            guard let language = Language(rawValue: primary) else { continue }
            var quality = 1000
            for parameter in parts.dropFirst() {
                let text = String(parameter).trimmed
                if text.hasPrefix("q="), let value = Double(text.dropFirst(2)), (0...1).contains(value) {
                    quality = Int(value * 1000)
                }
            }
            if quality > 0, quality > best?.quality ?? 0 { best = (language, quality) }
        }
        self = best?.language ?? .english
    }
}

/// A museum's stable id, such as `by-minsk-national-art-museum`.
public struct MuseumID: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 64
    public static let pattern: String? = "^[a-z0-9-]+$"
    public static let exampleText = "by-minsk-national-art-museum"
    public static func fault(in text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) || $0 == 45 }
        return isPlain ? nil : "must hold lower-case letters, digits and hyphens only"
    }
}

/// What somebody typed to find something.
public struct SearchText: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 0
    public static let maximumLength = 200
    public static let exampleText = "замок"
    public static let summary: String? =
        "Words in any of our languages; the beginning of one and small typing errors will do"
    public static func normalized(_ text: String) -> String { text.trimmed }
}

/// The name of a city, in any of our languages.
public struct CityName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 100
    public static let exampleText = "Минск"
    public static func normalized(_ text: String) -> String { text.trimmed }
}

/// A country by its two-letter code (ISO 3166-1); small letters are taken for capital ones.
public struct CountryCode: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 2
    public static let maximumLength = 2
    public static let pattern: String? = "^[A-Za-z]{2}$"
    public static let exampleText = "BY"
    public static let summary: String? = "A country (ISO 3166-1); small letters will do, answers have capital ones"
    public static func normalized(_ text: String) -> String {
        // Some letters that are no Latin ones become two of those in upper case.
        text.utf8.allSatisfy { $0 < 0x80 } ? text.uppercased() : text
    }
    public static func fault(in text: String) -> String? {
        text.utf8.allSatisfy { (65...90).contains($0) } ? nil : "must be a two-letter country code"
    }
}

/// Degrees north of the equator: -90 to 90.
public struct Latitude: NumberValue {
    public let value: Double
    public init(unchecked value: Double) { self.value = value }
    public static let range = -90.0...90.0
    public static let exampleValue = 53.8984
    public static let summary = "Degrees north, WGS 84"
}

/// Degrees east of Greenwich: -180 to 180.
public struct Longitude: NumberValue {
    public let value: Double
    public init(unchecked value: Double) { self.value = value }
    public static let range = -180.0...180.0
    public static let exampleValue = 27.5608
    public static let summary = "Degrees east, WGS 84"
}

/// A place on Earth (WGS 84).
public struct Location: Codable, Hashable, Sendable {
    public var latitude: Latitude
    public var longitude: Longitude

    public init(latitude: Latitude, longitude: Longitude) {
        self.latitude = latitude
        self.longitude = longitude
    }

    public init(from decoder: any Decoder) throws {
        let members: KeyedDecodingContainer<CodingKeys>
        do {
            members = try decoder.container(keyedBy: CodingKeys.self)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: #"must be an object such as {"latitude":53.9,"longitude":27.56}"#))
        }
        latitude = try members.decode(Latitude.self, forKey: .latitude)
        longitude = try members.decode(Longitude.self, forKey: .longitude)
    }
}

/// A rectangle on the map, `[west, south, east, north]` in degrees; west may lie east of east where it crosses the
/// antimeridian.
public struct BoundingBox: SchemaValue, Hashable, Sendable {
    public let west: Longitude
    public let south: Latitude
    public let east: Longitude
    public let north: Latitude

    /// `nil` if `south` lies north of `north`.
    public init?(west: Longitude, south: Latitude, east: Longitude, north: Latitude) {
        guard south.value <= north.value else { return nil }
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    public init(from decoder: any Decoder) throws {
        let numbers = try decoder.singleValueContainer().decode([Double].self)
        guard numbers.count == 4, let west = Longitude(numbers[0]), let south = Latitude(numbers[1]),
            let east = Longitude(numbers[2]), let north = Latitude(numbers[3]),
            let box = BoundingBox(west: west, south: south, east: east, north: north)
        else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "must be [west, south, east, north] in degrees, south not above north"))
        }
        self = box
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode([west.value, south.value, east.value, north.value])
    }

    public static var schema: JSONNode {
        [
            "type": "array", "items": ["type": "number"], "minItems": 4, "maxItems": 4,
            "description": "[west, south, east, north] in degrees, WGS 84",
            "examples": [[.number(27.4), .number(53.8), .number(27.7), .number(54)]],
        ]
    }
    public static var example: BoundingBox {
        BoundingBox(unchecked: (27.4, 53.8, 27.7, 54))
    }

    private init(unchecked box: (Double, Double, Double, Double)) {
        west = Longitude(unchecked: box.0)
        south = Latitude(unchecked: box.1)
        east = Longitude(unchecked: box.2)
        north = Latitude(unchecked: box.3)
    }
}

/// How close the map is: 0 (the world) to 20 (a building), as web maps count.
public struct Zoom: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 0...20
    public static let exampleValue = 12
    public static let summary = "Zoom level of a web map; 0 shows the world"
}
