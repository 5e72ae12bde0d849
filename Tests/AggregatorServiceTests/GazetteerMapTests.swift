import AggregatorContract
import Testing

@testable import AggregatorService
@testable import Values

/// The gazetteer with a map on which everything west of 23.6° E is Poland, everything else Belarus.
@Suite struct GazetteerMapTests {
    private static let suwalki = Location.at(54.1, 22.93)
    /// A point in Poland, 20 km from Grodno.
    private static let border = Location.at(53.69, 23.55)

    private func gazetteer() throws -> Gazetteer {
        var gazetteer = try Gazetteer(file: nil)
        gazetteer.map = { point in
            point.longitude.value < 23.6
                ? ZoneMap.Entry(identifier: "Europe/Warsaw", country: "PL")
                : ZoneMap.Entry(identifier: "Europe/Minsk", country: "BY")
        }
        return gazetteer
    }

    @Test func `A point has the zone of the map, without one that of the nearest city`() throws {
        #expect(try gazetteer().timeZone(at: Self.suwalki) == "Europe/Warsaw")
        #expect(try Gazetteer(file: nil).timeZone(at: Self.suwalki) != "Europe/Warsaw")
    }

    @Test func `A city across the border is not a point's city`() throws {
        let (known, plain) = (try gazetteer(), try Gazetteer(file: nil))
        #expect(plain.nearestCompatriot(to: Self.border)?.city.english == "Grodno")
        #expect(known.nearestCompatriot(to: Self.border)?.city.country != "BY")
        #expect(known.nearestCompatriot(to: .at(53.69, 23.83))?.city.english == "Grodno")
        #expect(known.country(at: Self.border) == "PL" && plain.country(at: Self.border) == nil)
    }
}
