import Values

/// A square of 0.05° whose places share the same weather.
struct WeatherCell: Hashable, Sendable {
    /// The latitude in steps of 0.05°, as is the longitude.
    private let north: Int
    private let east: Int

    init(_ location: Location) {
        north = Int((location.latitude.value * 20).rounded())
        east = Int((location.longitude.value * 20).rounded())
    }

    /// The middle of the square.
    var location: Location {
        Location(latitude: Latitude(unchecked: Double(north) / 20), longitude: Longitude(unchecked: Double(east) / 20))
    }

    /// The unique key of the square.
    var key: String { "\(north),\(east)" }
}
