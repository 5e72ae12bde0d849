import Foundation
import MuseumsContract
import Testing
import Values

@testable import MuseumsService

@Suite struct MapTests {
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

    @Test func `Points and clusters add up to the museums of the rectangle`() async throws {
        let museums = try Self.scattered(600)
        var boxes = [
            try BoundingBox.of(-180, -90, 180, 90), try BoundingBox.of(170, -30, -170, 30),
            try BoundingBox.of(179.9, -90, -179.9, 90),
            try BoundingBox.of(180, -90, -180, 90), try BoundingBox.of(-180, -90, -180, 90),
            try BoundingBox.of(10, 5, 9.9, 60), try BoundingBox.of(0, 0, 0, 0),
            try BoundingBox.of(27, 53, 28, 54), try BoundingBox.of(-180, 90, 180, 90),
        ]
        var generator = SplitMix64(seed: 22)
        for _ in 0..<40 {
            let latitudes = [Double.random(in: -90...90, using: &generator), .random(in: -90...90, using: &generator)]
            boxes.append(
                try BoundingBox.of(
                    .random(in: -180...180, using: &generator), latitudes.min() ?? 0,
                    .random(in: -180...180, using: &generator), latitudes.max() ?? 0))
        }
        let all = boxes
        try await MuseumDatabase.with(museums) { database async throws in
            for box in all {
                let count = museums.count { box.holds($0.location) }
                for zoom in [0, 3, 8, 14, 20] {
                    let map = try await database.map(box, zoom: zoom)
                    let clustered = map.clusters.reduce(0) { $0 + $1.count }
                    #expect(map.points.count + clustered == count && map.total == count, "\(box) \(zoom)")
                    #expect(map.points.count + map.clusters.count <= 500)
                    #expect(Set(map.points.map(\.id)).count == map.points.count)
                    #expect(map.points.allSatisfy { box.holds($0.location) })
                    for cluster in map.clusters {
                        #expect(cluster.count > 1 && cluster.bbox.holds(cluster.location))
                        #expect(museums.count { cluster.bbox.holds($0.location) } >= cluster.count)
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
        let city = try BoundingBox.of(27, 53, 28, 54)
        let street = try BoundingBox.of(27.559, 53.899, 27.563, 53.902)
        let around = try BoundingBox.of(27.56, 53.9, 27.7, 53.95)
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

    @Test(arguments: [5, 500]) func `A map with words or a subject shows the museums of the list`(few: Int) async throws
    {
        var generator = SplitMix64(seed: 23)
        let records = try PagingTests.mixed(300, seed: 24).map { record in
            var record = record
            record.location = .at(.random(in: 40...60, using: &generator), .random(in: 170...190, using: &generator))
            let longitude = record.location.longitude.value
            if longitude > 180 { record.location = .at(record.location.latitude.value, longitude - 360) }
            return record
        }
        let boxes = try [
            BoundingBox.of(-180, -90, 180, 90), .of(172, 42, 178, 58), .of(176, 40, -172, 55), .of(-179, 50, -175, 52),
            .of(0, 0, 1, 1),
        ]
        let name = records.lazy.compactMap { $0.name[.english] }.first { $0.contains(" ") }
        // By whole words, the beginning of one, parts of words, corrected words, a name, and without letters.
        let queries = ["castle", "cast", "garden castle", "astle", "castel", "habour", name, "!", nil]
        try await MuseumDatabase.with(records, few: few) { database async throws in
            for box in boxes {
                for query in queries {
                    for category in [nil, MuseumCategory.castle] where query != nil || category != nil {
                        let list = try await database.allIDs(query, category: category, inside: box, limit: 100)
                        for zoom in [0, 6, 20] {
                            let map = try await database.map(box, zoom: zoom, query: query, category: category)
                            let clustered = map.clusters.reduce(0) { $0 + $1.count }
                            #expect(map.total == list.count, "\(query ?? "") \(box) \(zoom)")
                            #expect(map.points.count + clustered == map.total)
                            #expect(map.points.count + map.clusters.count <= 500)
                            #expect(Set(map.points.map(\.id.text)).isSubset(of: list))
                            #expect(map.clusters.allSatisfy { $0.count > 1 && box.holds($0.location) })
                        }
                    }
                }
            }
        }
    }

    @Test func `A large map that has few museums shows them as pins`() async throws {
        let museums = try (0..<40).map {
            try museum(
                "m-\($0)", LocalizedText(english: "House \($0)"), at: (51.5 + Double($0) * 0.1, 24 + Double($0 % 7)))
        }
        let country = try BoundingBox.of(23, 51, 33, 57)
        try await MuseumDatabase.with(museums) { database async throws in
            for zoom in [9, 12, 18, 20] {
                for (query, category) in [(nil, nil), ("house", nil), (nil, MuseumCategory.general)] {
                    let map = try await database.map(country, zoom: zoom, query: query, category: category)
                    #expect(map.points.count == 40 && map.clusters.isEmpty, "\(zoom)")
                }
            }
            let far = try await database.map(country, zoom: 5)
            #expect(far.clusters.count > 1 && far.total == 40)
        }
    }

    @Test func `Clusters of the bundled catalogue dissolve into pins as a map of Belarus zooms in`() async throws {
        let country = try BoundingBox.of(23, 51, 33, 57)
        let museums = try BundledCatalogue().museums()
        let inside = museums.filter { country.holds($0.location) }
        try await MuseumDatabase.with(museums) { database async throws in
            var pins: Set<MuseumID> = []
            for zoom in 7...18 {
                let map = try await database.map(country, zoom: zoom)
                let shown = Set(map.points.map(\.id))
                #expect(shown.isSuperset(of: pins), "a pin stays one at zoom \(zoom)")
                let opens = shown.count > pins.count || shown.count == inside.count
                #expect(opens || zoom > 14, "nothing opens at \(zoom)")
                pins = shown
                // A cluster is of museums that are near each other at this zoom.
                let clustered = map.clusters.reduce(0) { $0 + $1.count }
                #expect(clustered + shown.count == inside.count)
                for cluster in map.clusters {
                    let members = inside.count { cluster.bbox.holds($0.location) && !shown.contains($0.id) }
                    #expect(members >= cluster.count)
                    let pixels = 256 * pow(2, Double(zoom)) / 360
                    #expect((cluster.bbox.east.value - cluster.bbox.west.value) * pixels <= 64.01)
                    guard let opensAt = cluster.opensAt?.value else { continue }
                    #expect(opensAt > zoom)
                    let opened = try await database.map(cluster.bbox, zoom: opensAt)
                    #expect(opened.points.count + opened.clusters.count > 1, "\(zoom) \(opensAt)")
                }
            }
            #expect(pins.count > inside.count / 2)
        }
    }

    @Test func `A cluster opens at the zoom that it states, and not before`() async throws {
        let museums = try Self.scattered(300)
        try await MuseumDatabase.with(museums) { database async throws in
            for zoom in [1, 4, 9] {
                for cluster in try await database.map(.world, zoom: zoom).clusters {
                    func items(_ zoom: Int) async throws -> Int {
                        let map = try await database.map(cluster.bbox, zoom: zoom)
                        return map.points.count + map.clusters.count
                    }
                    guard let opensAt = cluster.opensAt?.value else {
                        #expect(try await items(20) == 1)
                        continue
                    }
                    #expect(try await items(opensAt) > 1)
                    if opensAt > 0 { #expect(try await items(opensAt - 1) == 1) }
                }
            }
        }
    }
}
