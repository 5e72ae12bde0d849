import Testing
import Values

@Suite struct LocationDistanceTests {
    private func place(_ latitude: Double, _ longitude: Double) -> Location {
        Location(latitude: Latitude(unchecked: latitude), longitude: Longitude(unchecked: longitude))
    }

    private func metres(_ start: Location, _ end: Location) -> Int { Int(start.metres(to: end).rounded()) }

    @Test func `Distances match those on a sphere`() {
        #expect(metres(place(53.9, 27.56), place(53.9, 27.56)) == 0)
        // A quarter and a half of the circumference.
        #expect(metres(place(0, 0), place(90, 0)) == 10_007_557)
        #expect(metres(place(0, 0), place(0, 180)) == 20_015_114)
        #expect(metres(place(90, 0), place(-90, 77)) == 20_015_114)
        // Minsk to Brest, some 326 km on the map.
        #expect((320_000...332_000).contains(metres(place(53.9, 27.56), place(52.1, 23.7))))
        // The short way across the antimeridian.
        #expect(metres(place(0, 179.5), place(0, -179.5)) == 111_195)
    }
}
