import MuseumsContract
import Testing
import Values

@testable import MuseumsService

@Suite struct MapTests {
    private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> BoundingBox {
        try #require(
            BoundingBox(
                west: Longitude(unchecked: west), south: Latitude(unchecked: south), east: Longitude(unchecked: east),
                north: Latitude(unchecked: north)))
    }

    /// Makes clustered museums, some on the antimeridian and at the poles, some at the same place.
    private static func scattered(_ count: Int) throws -> [MuseumRecord] {
        var generator = SplitMix64(seed: 21)
        let middles: [(Double, Double)] = [
            (53.9, 27.56), (40.7, -74), (-17.8, 179.9), (66, -179.8), (0, 0), (-89.9, 10),
        ]
        return try (0..<count).map { number throws -> MuseumRecord in
            let middle = middles.randomElement(using: &generator) ?? (0, 0)
            let spreads: [Double] = [0, 0.001, 0.5, 20]
            let spread = spreads.randomElement(using: &generator) ?? 1
            var longitude = middle.1 + Double.random(in: -1...1, using: &generator) * spread
            if longitude > 180 { longitude -= 360 }
            if longitude < -180 { longitude += 360 }
            let latitude = middle.0 + Double.random(in: -1...1, using: &generator) * spread
            return try museum(
                "m-\(number)", LocalizedText(english: "House \(number)"), at: (min(max(latitude, -90), 90), longitude))
        } + [
            museum("east-edge", LocalizedText(english: "East"), at: (10, 180)),
            museum("west-edge", LocalizedText(english: "West"), at: (10, -180)),
            museum("north", LocalizedText(english: "North"), at: (90, 5)),
            museum("south", LocalizedText(english: "South"), at: (-90, -5)),
        ]
    }

    private func holds(_ box: BoundingBox, _ place: Location) -> Bool {
        let (west, east, longitude) = (box.west.value, box.east.value, place.longitude.value)
        let isBetween = west <= east ? (west...east).contains(longitude) : longitude >= west || longitude <= east
        return isBetween && (box.south.value...box.north.value).contains(place.latitude.value)
    }

    @Test func `Points and clusters add up to the museums of the rectangle`() async throws {
        let museums = try Self.scattered(600)
        var boxes = [
            try box(-180, -90, 180, 90), try box(170, -30, -170, 30), try box(179.9, -90, -179.9, 90),
            try box(180, -90, -180, 90), try box(-180, -90, -180, 90), try box(10, 5, 9.9, 60), try box(0, 0, 0, 0),
            try box(27, 53, 28, 54), try box(-180, 90, 180, 90),
        ]
        var generator = SplitMix64(seed: 22)
        for _ in 0..<40 {
            let latitudes = [Double.random(in: -90...90, using: &generator), .random(in: -90...90, using: &generator)]
            boxes.append(
                try box(
                    .random(in: -180...180, using: &generator), latitudes.min() ?? 0,
                    .random(in: -180...180, using: &generator), latitudes.max() ?? 0))
        }
        let all = boxes
        try await MuseumDatabase.with(museums) { database async throws in
            for box in all {
                let count = museums.count { holds(box, $0.location) }
                for zoom in [0, 3, 8, 14, 20] {
                    let map = try await database.map(box, zoom: zoom)
                    let clustered = map.clusters.reduce(0) { $0 + $1.count }
                    #expect(map.points.count + clustered == count && map.total == count, "\(box) \(zoom)")
                    #expect(map.points.count + map.clusters.count <= 500)
                    #expect(Set(map.points.map(\.id)).count == map.points.count)
                    #expect(map.points.allSatisfy { holds(box, $0.location) })
                    for cluster in map.clusters {
                        #expect(cluster.count > 1 && holds(cluster.bbox, cluster.location))
                        #expect(museums.count { holds(cluster.bbox, $0.location) } >= cluster.count)
                    }
                }
            }
        }
    }

    @Test func `Clusters split as the map zooms in`() async throws {
        let museums = try [
            museum("a", LocalizedText(english: "A", russian: "А"), at: (53.900, 27.560)),
            museum("b", LocalizedText(english: "B"), at: (53.901, 27.562)),
            museum("c", LocalizedText(english: "C"), at: (53.950, 27.700)),
        ]
        let city = try box(27, 53, 28, 54)
        let street = try box(27.559, 53.899, 27.563, 53.902)
        let around = try box(27.56, 53.9, 27.7, 53.95)
        try await MuseumDatabase.with(museums) { database async throws in
            let far = try await database.map(city, zoom: 3)
            #expect(far.points.isEmpty && far.clusters.map(\.count) == [3])
            #expect(far.clusters.first?.bbox == around)
            let near = try await database.map(city, zoom: 12)
            #expect(near.points.map(\.id.text) == ["c"] && near.clusters.map(\.count) == [2])
            let nearest = try await database.map(street, zoom: 20)
            #expect(nearest.clusters.isEmpty && nearest.points.map(\.id.text).sorted() == ["a", "b"])
            #expect(nearest.points.first { $0.id.text == "a" }?.name == "A")
        }
    }
}
