/// Degrees north, WGS 84: -90 to 90.
public struct Latitude: NumberValue {
    public let value: Double
    public init(unchecked value: Double) { self.value = value }
    public static let range = -90.0...90.0
    public static let exampleValue = 53.8984
}

/// Degrees east, WGS 84: -180 to 180.
public struct Longitude: NumberValue {
    public let value: Double
    public init(unchecked value: Double) { self.value = value }
    public static let range = -180.0...180.0
    public static let exampleValue = 27.5608
}

/// A point on Earth (WGS 84).
public struct Location: Codable, Hashable, Sendable {
    public var latitude: Latitude
    public var longitude: Longitude

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
