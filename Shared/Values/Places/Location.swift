/// Degrees north, WGS 84: -90 to 90.
public struct Latitude: NumberValue {
    public let value: Double
    public init(unchecked value: Double) { self.value = value }
    public static let range = -90.0...90.0
    public static let exampleValue = 53.8984
    public static let fieldName: UserText? = UserText("Latitude", ru: "Широта", be: "Шырата")
}

/// Degrees east, WGS 84: -180 to 180.
public struct Longitude: NumberValue {
    public let value: Double
    public init(unchecked value: Double) { self.value = value }
    public static let range = -180.0...180.0
    public static let exampleValue = 27.5608
    public static let fieldName: UserText? = UserText("Longitude", ru: "Долгота", be: "Даўгата")
}

/// A point on Earth (WGS 84).
public struct Location: Codable, Hashable, Sendable {
    /// Degrees north.
    public var latitude: Latitude
    /// Degrees east.
    public var longitude: Longitude

    public init(from decoder: any Decoder) throws {
        let members: KeyedDecodingContainer<CodingKeys>
        do {
            members = try decoder.container(keyedBy: CodingKeys.self)
        } catch {
            throw DecodingError(.location, at: decoder.codingPath)
        }
        latitude = try members.decode(Latitude.self, forKey: .latitude)
        longitude = try members.decode(Longitude.self, forKey: .longitude)
    }
}
