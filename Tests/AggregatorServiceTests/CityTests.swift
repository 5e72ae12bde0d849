import AggregatorContract
import Contract
import Database
import Logging
import RPC
import Simulator
import TestSupport
import Testing
import Values

@testable import AggregatorService
@testable import Postgres

/// Tests of saved cities on real PostgreSQL, and of the weather of several cities.
@Suite(.serialized) struct CityTests {
    private static let template = DatabaseTemplate(
        "aggregator", migrations: AggregatorMigrations.all, programVersion: AggregatorMigrations.programVersion)
    private static let other = "019ab3c4-5d6e-7f80-9123-000000000002"
    private static let minsk = PlaceID(unchecked: "minsk-by@53.9,27.5667")
    private static let brest = PlaceID(unchecked: "brest-by@52.1,23.69")

    private func withAggregator(_ body: @escaping @Sendable (TestAggregator) async throws -> Void) async throws {
        let cluster = try await PostgresCluster.shared
        try await PostgresCluster.withDatabase(like: Self.template) { configuration in
            try await TestAggregator.with(database: cluster.url(of: configuration.settings["dbname"] ?? "")) { test in
                try await test.waitForHistory()
                try await body(test)
            }
        }
    }

    @Test func `Cities belong to an account, are saved once, and have their weather in one answer`() async throws {
        try await withAggregator { test in
            let me = TestAggregator.account
            let first = try await test.call(Cities.Add.self, .init(placeId: Self.brest), as: me)
            _ = try await test.call(Cities.Add.self, .init(placeId: Self.minsk), as: me)
            #expect(try await test.call(Cities.Add.self, .init(placeId: Self.brest), as: me) == first)
            let list = try await test.call(Cities.List.self, Empty(), as: me)
            #expect(list.items.map(\.placeId) == [Self.brest, Self.minsk])
            let weather = try await test.call(Cities.CityWeather.self, .init(units: .imperial), as: me, locale: "be")
            #expect(weather.items.map(\.placeId) == [Self.brest, Self.minsk])
            #expect(weather.items.map { $0.weather.value?.place?.name } == ["Брэст", "Мінск"])
            #expect(weather.items.allSatisfy { $0.weather.status == .ok && $0.weather.value?.units == .imperial })
            #expect(try await test.call(Cities.List.self, Empty(), as: Self.other).items.isEmpty)
            _ = try await test.call(Cities.Remove.self, .init(placeId: Self.brest), as: Self.other)
            _ = try await test.call(Cities.Remove.self, .init(placeId: Self.minsk), as: me)
            _ = try await test.call(Cities.Remove.self, .init(placeId: Self.minsk), as: me)
            #expect(try await test.call(Cities.List.self, Empty(), as: me).items.map(\.placeId) == [Self.brest])
        }
    }

    @Test func `A thirteenth city is refused, and one that is saved is not`() async throws {
        try await withAggregator { test in
            let me = TestAggregator.account
            for number in 0..<Cities.limit {
                _ = try await test.call(Cities.Add.self, .init(placeId: PlaceID(unchecked: "@1,\(number)")), as: me)
            }
            let refused = await refusal { try await test.call(Cities.Add.self, .init(placeId: Self.minsk), as: me) }
            #expect(refused?.reason == "too-many-cities")
            _ = try await test.call(Cities.Add.self, .init(placeId: PlaceID(unchecked: "@1,3")), as: me)
            _ = try await test.call(Cities.Add.self, .init(placeId: Self.minsk), as: Self.other)
        }
    }

    @Test func `Every change of cities or look-ups is announced with its account, and a refused one is not`()
        async throws
    {
        let (me, deadline) = (Identifier(unchecked: TestAggregator.account), ContinuousClock.now + .seconds(30))
        try await PostgresCluster.withClient(like: Self.template) { client in
            let changes = ChangePublisher<AggregatorChange>(client: client, logger: Logger(label: "test"))
            let cities = CityStore(client: client, changes: changes, limit: 1)
            let history = HistoryStore(client: client, limit: 5, makeID: Identifier.make(at:), changes: changes)
            func expectAnnounced(_ change: AggregatorChange?, after action: () async throws -> Void) async throws {
                try await action()
                #expect(changes.waiting == Set([change].compactMap(\.self)))
                try await changes.publishPending()
            }
            try await expectAnnounced(.cities(account: me)) {
                _ = try await cities.add(Self.minsk, of: me, deadline: deadline)
            }
            try await expectAnnounced(nil) { _ = try? await cities.add(Self.brest, of: me, deadline: deadline) }
            try await expectAnnounced(.cities(account: me)) {
                try await cities.remove(Self.minsk, of: me, deadline: deadline)
            }
            let id = Identifier.make(at: ManualTime.start)
            try await expectAnnounced(.history(account: me)) {
                try await history.remove(id, of: me, deadline: deadline)
            }
            try await expectAnnounced(.history(account: me)) { _ = try await history.clear(me, deadline: deadline) }
        }
        for change in [AggregatorChange.cities(account: me), .history(account: me), .everything] {
            #expect(AggregatorChange(payload: change.payload) == change)
        }
        #expect(AggregatorChange(payload: "cnobody") == .everything && AggregatorChange(payload: "") == .everything)
        #expect(AggregatorChange.cities(account: me).hint(version: 7)?.topic == "cities")
    }

    @Test func `Without an account the weather of named cities is told, and that of saved ones is refused`()
        async throws
    {
        try await TestAggregator.with { test in
            let found = try await test.call(Cities.CityWeather.self, .init(placeIds: [Self.minsk, Self.brest]))
            #expect(found.items.map { $0.weather.value?.place?.name } == ["Minsk", "Brest"])
            #expect(test.simulator.requests(of: .openMeteo).count == 2)
            let refused = await refusal { try await test.call(Cities.CityWeather.self, .init()) }
            #expect(refused?.code == .unauthenticated)
            let many = [PlaceID](repeating: Self.minsk, count: Cities.limit + 1)
            let tooMany = await refusal { try await test.call(Cities.CityWeather.self, .init(placeIds: many)) }
            #expect(tooMany?.code == .invalidParams)
        }
    }

    @Test func `If the provider fails for one city, only its weather is missing`() async throws {
        try await TestAggregator.with { test in
            _ = try await test.call(Cities.CityWeather.self, .init(placeIds: [Self.minsk]))
            test.simulator.add(Fault(.status, of: .openMeteo).with { $0.status = 500 })
            let found = try await test.call(Cities.CityWeather.self, .init(placeIds: [Self.minsk, Self.brest]))
            #expect(found.items.map { $0.weather.status.known } == [PartStatus.ok, .unavailable])
        }
    }
}
