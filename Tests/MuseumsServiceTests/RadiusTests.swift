import Contract
import MuseumsContract
import RPC
import Testing
import Values

@testable import MuseumsService

@Suite struct RadiusTests {
    /// Makes museums around Minsk, the antimeridian and a pole.
    private static func scattered() throws -> [MuseumRecord] {
        var generator = SplitMix64(seed: 31)
        let middles: [(Double, Double)] = [(53.9, 27.56), (66, 179.95), (89.9, 10)]
        return try (0..<240).map { number in
            let middle = middles[number % 3]
            var longitude = middle.1 + Double.random(in: -3...3, using: &generator)
            if longitude > 180 { longitude -= 360 }
            let latitude = min(90, middle.0 + Double.random(in: -1...1, using: &generator))
            return try museum(
                "m-\(number)", LocalizedText(english: "House \(number)"), category: number % 2 == 0 ? .art : .castle,
                at: (latitude, longitude))
        }
    }

    @Test func `Lists and maps show only the museums within a radius`() async throws {
        let museums = try Self.scattered()
        let places: [Location] = [.at(53.9, 27.56), .at(66, -179.9), .at(89.95, -100), .at(-53, 0)]
        try await MuseumDatabase.with(museums) { database async throws in
            for near in places {
                for radius in [100, 20_000, 100_000, 200_000] {
                    let inside = museums.filter { near.metres(to: $0.location) <= Double(radius) }
                    let art = inside.filter { $0.category == .art }
                    let message: Comment = "\(near) \(radius)"
                    #expect(
                        Set(try await database.allIDs(near: near, radius: radius, limit: 50))
                            == Set(inside.map(\.id.text)), message)
                    #expect(
                        Set(try await database.allIDs("house", near: near, radius: radius, limit: 50))
                            == Set(inside.map(\.id.text)), message)
                    #expect(
                        try await database.search("ouse", category: .art, near: near, radius: radius, limit: 100).items
                            .count == art.count, message)
                    #expect(
                        try await database.search(country: "BY", category: .art, near: near, radius: radius, limit: 100)
                            .total == art.count, message)
                    for (query, category) in [(nil, nil), ("house", nil), (nil, MuseumCategory.art), ("hause", .art)] {
                        let map = try await database.map(
                            .world, zoom: 3, query: query, category: category, near: near, radius: radius)
                        #expect(map.total == (category == nil ? inside : art).count, message)
                    }
                    let facets = try await database.search(near: near, radius: radius, facets: [.country]).facets
                    #expect(facets?.countries?.first?.count ?? 0 == inside.count, message)
                }
            }
        }
    }

    @Test func `A rectangle and a radius both apply`() async throws {
        let museums = try Self.scattered()
        let near = Location.at(53.9, 27.56)
        let box = try BoundingBox.of(27.56, 50, 40, 60)
        let both = museums.filter { near.metres(to: $0.location) <= 50_000 && box.holds($0.location) }
        try await MuseumDatabase.with(museums) { database async throws in
            let found = try await database.allIDs(near: near, radius: 50_000, inside: box, limit: 50)
            #expect(Set(found) == Set(both.map(\.id.text)))
        }
    }

    @Test func `The rectangle of a circle contains it`() {
        var generator = SplitMix64(seed: 32)
        for _ in 0..<2_000 {
            let middle = Location.at(
                .random(in: -90...90, using: &generator), .random(in: -180...180, using: &generator))
            let circle = SearchCircle(middle: middle, radius: .random(in: 100...200_000, using: &generator))
            let other = Location.at(
                min(90, max(-90, middle.latitude.value + .random(in: -2...2, using: &generator))),
                .random(in: -180...180, using: &generator))
            if middle.metres(to: other) <= Double(circle.radius) { #expect(circle.box.holds(other)) }
        }
    }

    @Test func `A radius needs its middle`() async throws {
        try await MuseumDatabase.with { database async throws in
            let error = await #expect(throws: RPCError.self) { try await database.search(radius: 1_000) }
            #expect(error?.faults.map(\.pointer) == ["/radius"])
            let onMap = await #expect(throws: RPCError.self) {
                try await database.map(.world, zoom: 3, near: .at(1, 1))
            }
            #expect(onMap?.faults.map(\.pointer) == ["/near"])
        }
    }
}
