public import Contract
public import Values

/// A museum's subject.
public enum MuseumCategory: String, CaseIterable, Codable, Hashable, Sendable {
    case art, history, archaeology, science, technology, nature, ethnography, literature, music, theatre, memorial
    case military, castle, openAir = "open-air", religion, transport, children, general
}

/// A museum's stable identifier, such as by-minsk-national-art-museum.
public struct MuseumID: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 64
    public static let pattern: String? = "^[a-z0-9-]+$"
    public static let exampleText = "by-minsk-national-art-museum"
    public static func fault(in text: String) -> ValueFault? {
        let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) || $0 == 45 }
        return isPlain ? nil : .slug
    }
}

/// A rectangle on the map: `[west, south, east, north]` in degrees.
///
/// A rectangle that crosses the antimeridian has a west greater than its east.
public struct BoundingBox: SchemaValue, Hashable, Sendable {
    public let west: Longitude
    public let south: Latitude
    public let east: Longitude
    public let north: Latitude

    /// Creates a rectangle; `nil` if `south` lies north of `north`.
    public init?(west: Longitude, south: Latitude, east: Longitude, north: Latitude) {
        guard south.value <= north.value else { return nil }
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    public init(from decoder: any Decoder) throws {
        let numbers = try decoder.singleValueContainer().decode([Double].self)
        if numbers.count == 4, decoder.decodesResult {
            self.init(unchecked: (numbers[0], numbers[1], numbers[2], numbers[3]))
            return
        }
        guard numbers.count == 4, let west = Longitude(numbers[0]), let south = Latitude(numbers[1]),
            let east = Longitude(numbers[2]), let north = Latitude(numbers[3]),
            let box = BoundingBox(west: west, south: south, east: east, north: north)
        else {
            throw DecodingError(.boundingBox, at: decoder.codingPath)
        }
        self = box
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode([west.value, south.value, east.value, north.value])
    }

    public static var schema: JSONNode {
        [
            "type": "array", "items": ["type": "number", "minimum": -180, "maximum": 180], "minItems": 4, "maxItems": 4,
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

/// Zoom level of a web map: 0 (the world) to 20 (a building).
public struct Zoom: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 0...20
    public static let exampleValue = 12
}

/// A distance on the ground in metres: 100 to 200000.
public struct SearchRadius: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 100...200_000
    public static let exampleValue = 5_000
    public static let fieldName: UserText? = UserText("Radius", ru: "Радиус", be: "Радыус")
}

/// A property by which museums are counted.
public enum MuseumFacet: String, CaseIterable, Codable, Hashable, Sendable {
    case category, city, country
    case openNow = "open-now"
}

extension ValueFault {
    fileprivate static let boundingBox = format(
        "bounding-box",
        UserText(
            "must be [west, south, east, north] in degrees, with south at most north",
            ru: "нужны [запад, юг, восток, север] в градусах, южная граница не севернее северной",
            be: "патрэбны [захад, поўдзень, усход, поўнач] у градусах, паўднёвая мяжа не паўночней за паўночную"))
}
