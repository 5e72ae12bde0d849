import Testing
import Values

@testable import MuseumsService

@Suite struct GreatCircleTests {
    private func place(_ latitude: Double, _ longitude: Double) -> Location {
        Location(latitude: Latitude(unchecked: latitude), longitude: Longitude(unchecked: longitude))
    }

    @Test func `Distances are those on the sphere`() {
        #expect(GreatCircle.metres(from: place(53.9, 27.56), to: place(53.9, 27.56)) == 0)
        // A quarter and a half of the circumference.
        #expect(GreatCircle.metres(from: place(0, 0), to: place(90, 0)) == 10_007_557)
        #expect(GreatCircle.metres(from: place(0, 0), to: place(0, 180)) == 20_015_114)
        #expect(GreatCircle.metres(from: place(90, 0), to: place(-90, 77)) == 20_015_114)
        // Minsk to Brest, some 326 km on the map.
        #expect((320_000...332_000).contains(GreatCircle.metres(from: place(53.9, 27.56), to: place(52.1, 23.7))))
        // The short way across the antimeridian.
        #expect(GreatCircle.metres(from: place(0, 179.5), to: place(0, -179.5)) == 111_195)
    }
}
