import AggregatorContract
import Contract
import Database
import RPC
import Simulator
import Synchronization
import TestSupport
import Testing
import Upstream
import Values

@testable import AggregatorService
@testable import Postgres

/// Tests of the history and the pacer on real PostgreSQL.
@Suite(.serialized) struct DatabaseTests {
    private static let template = DatabaseTemplate(
        "aggregator", migrations: AggregatorMigrations.all, programVersion: AggregatorMigrations.programVersion)
    private static let other = "019ab3c4-5d6e-7f80-9123-000000000002"

    /// Runs `body` with a service whose history is ready.
    private func withAggregator(
        flags: [String] = [], _ body: @escaping @Sendable (TestAggregator) async throws -> Void
    ) async throws {
        let cluster = try await PostgresCluster.shared
        try await PostgresCluster.withDatabase(like: Self.template) { configuration in
            let url = cluster.url(of: configuration.settings["dbname"] ?? "")
            try await TestAggregator.with(database: url, flags: flags) { test in
                try await test.waitForHistory()
                try await body(test)
            }
        }
    }

    private func add(
        _ test: TestAggregator, _ location: Location = .minsk, label: String? = nil, key: String,
        as account: String = TestAggregator.account
    ) async throws -> History.Entry {
        let params = History.Add.Params(
            latitude: location.latitude, longitude: location.longitude, label: label.flatMap(PlaceLabel.init))
        return try await test.call(History.Add.self, params, as: account, key: key)
    }

    @Test func `Every table that names people is declared`() async throws {
        try await PostgresCluster.withClient(like: Self.template) { client in
            let undeclared = Set(try await DatabaseSearch.personalTables(in: client))
                .subtracting(AggregatorPersonalData.tables.map(\.name))
            #expect(
                undeclared.isEmpty, "declare \(undeclared.sorted()) in AggregatorPersonalData, and erase their rows")
        }
    }

    @Test func `A person gets the saved look-ups as an export, and nothing of others`() async throws {
        #expect(AggregatorPersonalData.tables.allSatisfy { $0.export != nil })
        try await withAggregator { test in
            _ = try await add(test, label: "Home", key: "1")
            _ = try await add(test, label: "Work", key: "2", as: Self.other)
            let brest = Cities.Add.Params(placeId: PlaceID(unchecked: "brest-by@52.1,23.69"))
            _ = try await test.call(Cities.Add.self, brest, as: TestAggregator.account)
            _ = try await test.call(Cities.Add.self, brest, as: Self.other)
            let page = try await test.call(History.Export.self, .init(), as: TestAggregator.account)
            #expect(page.items.map(\.table) == ["look_up", "saved_city"] && page.nextCursor == nil)
            let label = page.items.first?.values.first { $0.name == "label" }
            #expect(label?.value == "Home")
        }
    }

    @Test func `An entry keeps its address and weather, and is listed, read and removed by its account only`()
        async throws
    {
        try await withAggregator { test in
            let entry = try await add(test, label: " Home ", key: "1")
            #expect(entry.label?.text == "Home" && entry.address?.city != nil)
            #expect(entry.weather?.attribution.contains("Open-Meteo") == true && entry.source == .simulator)
            let read = try await test.call(
                History.Get.self, .init(id: entry.id), as: TestAggregator.account, locale: "be")
            #expect(read.location == entry.location && read.weather?.observedAt == entry.weather?.observedAt)
            #expect(read.weather?.text != entry.weather?.text)
            #expect(entry.address?.city == "Minsk" && read.address?.city == "Мінск")
            #expect(read.address?.country == "Беларусь" && read.address?.street == entry.address?.street)
            let foreign = await refusal {
                try await test.call(History.Get.self, .init(id: entry.id), as: Self.other)
            }
            #expect(foreign?.reason == "no-such-entry")
            _ = try await test.call(History.Remove.self, .init(id: entry.id), as: Self.other)
            #expect(try await test.call(History.List.self, .init(), as: TestAggregator.account).items.count == 1)
            _ = try await test.call(History.Remove.self, .init(id: entry.id), as: TestAggregator.account)
            _ = try await test.call(History.Remove.self, .init(id: entry.id), as: TestAggregator.account)
            #expect(try await test.call(History.List.self, .init(), as: TestAggregator.account).items.isEmpty)
        }
    }

    @Test func `A look-up is shown as it was, with everything that the answers about the place had`() async throws {
        try await withAggregator { test in
            let (weather, address) = (try await test.weather(), try await test.address())
            #expect(weather.humidity != nil && weather.pressure != nil && weather.windSpeed != nil)
            let entry = try await add(test, key: "1")
            #expect(entry.weather == weather && entry.address == address && weather.place?.name == "Minsk")
            // The weather of another day must not change the entry.
            test.time.advance(seconds: 3 * 86_400)
            test.simulator.set(clock: test.time.now)
            let read = try await test.call(History.Get.self, .init(id: entry.id), as: TestAggregator.account)
            #expect(read == entry)
        }
    }

    @Test func `A place that only a third party knows keeps the name it had when it was saved`() async throws {
        try await withAggregator { test in
            let id = try #require(PlaceID("-ar-3833367@-54.8,-68.3"))
            let entry = try await test.call(
                History.Add.self, .init(placeId: id), as: TestAggregator.account, key: "1", locale: "ru")
            #expect(entry.weather?.place?.name == "Ушуая" && entry.weather?.place?.id == id)
            for party in ThirdParty.allCases { test.simulator.add(Fault(.reset, of: party)) }
            let read = try await test.call(History.Get.self, .init(id: entry.id), as: TestAggregator.account)
            #expect(read.weather?.place?.name == "Ушуая" && read.weather?.place?.country == "Argentina")
        }
    }

    @Test func `A repeated key adds once, also concurrently, and refuses other parameters`() async throws {
        try await withAggregator { test in
            let ids = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 { group.addTask { try await add(test, key: "k").id.text } }
                var ids: Set<String> = []
                for try await id in group { ids.insert(id) }
                return ids
            }
            #expect(ids.count == 1)
            let error = await refusal { try await add(test, .at(1, 1), key: "k") }
            #expect(error?.code == .idempotencyMismatch)
            #expect(try await add(test, key: "k", as: Self.other).id.text != ids.first)
            let keyless = await refusal {
                try await test.call(
                    History.Add.self, .init(latitude: Latitude(1), longitude: Longitude(1)), as: TestAggregator.account)
            }
            #expect(keyless?.code == .invalidParams)
        }
    }

    @Test func `A repeated call gets the first answer without a call to any provider`() async throws {
        try await withAggregator { test in
            let first = try await add(test, key: "k")
            for party in ThirdParty.allCases { test.simulator.add(Fault(.hang, of: party)) }
            // After a day, a new look-up would have to fetch the weather again.
            test.time.advance(seconds: 86_400)
            test.simulator.clearLog()
            #expect(try await add(test, key: "k") == first)
            let error = await refusal { try await add(test, .at(1, 1), key: "k") }
            #expect(error?.code == .idempotencyMismatch)
            #expect(test.simulator.requests().isEmpty)
        }
    }

    @Test func `Pages are complete and newest first, the oldest entry is evicted, and all can be removed`()
        async throws
    {
        try await withAggregator(flags: ["--history-limit", "7", "--nominatim-interval", "0s"]) { test in
            var added: [String] = []
            for number in 0..<9 {
                added.append(try await add(test, .at(Double(number), 1), key: "\(number)").id.text)
            }
            var listed: [String] = []
            var cursor: Cursor?
            repeat {
                let page = try await test.call(
                    History.List.self, .init(cursor: cursor, limit: PageLimit(3)), as: TestAggregator.account)
                listed += page.items.map(\.id.text)
                cursor = page.nextCursor
            } while cursor != nil
            #expect(listed == added.suffix(7).reversed())
            for odd in ["AQAAAAE", "AAAA"] {
                let error = await refusal {
                    try await test.call(
                        History.List.self, .init(cursor: Cursor(odd)), as: TestAggregator.account)
                }
                #expect(error?.faults.first?.pointer == "/cursor")
            }
            #expect(try await test.call(History.Clear.self, Empty(), as: Self.other).removed == 0)
            #expect(try await test.call(History.Clear.self, Empty(), as: TestAggregator.account).removed == 7)
        }
    }

    @Test func `An entry that an earlier release saved is read`() async throws {
        let cluster = try await PostgresCluster.shared
        try await PostgresCluster.withDatabase(like: Self.template) { configuration in
            try await PostgresCluster.withRunningClient(configuration) { client in
                _ = try await client.query(
                    PreparedStatement(
                        "oldEntry",
                        """
                        INSERT INTO look_up VALUES ('019ab3c4-5d6e-7f80-9123-456789abcdee',
                            '\(TestAggregator.account)', 1795243200000, 'k', '\\x00', 53.9, 27.5667, 'Home', 'street',
                            'вуліца Пушкіна', NULL, 'Мінск', 'Беларусь', 'BY', '© OpenStreetMap', 1795243200000,
                            'mostly-clear', true, 1.5, 'Weather by Open-Meteo', false)
                        """))
            }
            let url = cluster.url(of: configuration.settings["dbname"] ?? "")
            try await TestAggregator.with(database: url) { test in
                try await test.waitForHistory()
                let items = try await test.call(History.List.self, .init(), as: TestAggregator.account).items
                let entry = try #require(items.first)
                #expect(entry.label?.text == "Home" && entry.address?.countryCode?.text == "BY")
                #expect(entry.address?.country == "Belarus" && entry.address?.precision == .street)
                #expect(entry.address?.city == "Minsk" && entry.address?.street == "вуліца Пушкіна")
                #expect(entry.address?.provider == "nominatim" && entry.address?.fetchedAt == entry.savedAt)
                let weather = try #require(entry.weather)
                #expect(weather.condition == .mostlyClear && weather.isDay && weather.temperature == 1.5)
                #expect(weather.provider == "open-meteo" && weather.fetchedAt == weather.observedAt)
                #expect(weather.timeZone?.text == "Europe/Minsk" && weather.utcOffset == 10_800)
                #expect(weather.humidity == nil && !weather.isStale && weather.place?.name == "Minsk")
            }
        }
    }

    @Test func `Places are saved and read with every third party down`() async throws {
        try await withAggregator { test in
            for party in ThirdParty.allCases { test.simulator.add(Fault(.reset, of: party)) }
            let entry = try await add(test, key: "1")
            #expect(entry.weather == nil && entry.address?.city == "Minsk" && entry.address?.precision == .city)
            #expect(try await test.call(History.List.self, .init(), as: TestAggregator.account).items == [entry])
        }
    }

    @Test func `A briefing is saved once a minute, without addresses that must not be stored`() async throws {
        try await withAggregator(flags: ["--google-key", "k"]) { test in
            let first = try await test.briefing(save: true, as: TestAggregator.account)
            #expect(first.address.value?.provider == "google" && first.saved?.status == .ok)
            let again = try await test.briefing(save: true, as: TestAggregator.account)
            #expect(again.saved?.id == first.saved?.id && again.saved?.id != nil)
            let elsewhere = try await test.briefing(.at(52.43, 30.98), save: true, as: TestAggregator.account)
            #expect(elsewhere.saved?.id != first.saved?.id)
            let items = try await test.call(History.List.self, .init(), as: TestAggregator.account).items
            #expect(items.count == 2)
            #expect(items.allSatisfy { $0.address?.attribution.contains("Google") == false && $0.weather != nil })
            #expect(try await test.briefing(as: TestAggregator.account).saved == nil)
        }
    }

    // MARK: Pacing

    @Test func `Nominatim provides street and house, once for neighbouring places`() async throws {
        try await withAggregator { test in
            let address = try await test.address()
            #expect(address.provider == "nominatim" && address.street != nil && address.source == .simulator)
            #expect(address.attribution.contains("OpenStreetMap"))
            #expect(try await test.address(.at(53.90001, 27.56672)).street == address.street)
            #expect(test.simulator.requests(of: .nominatim).count == 1)
            let agent = test.simulator.requests(of: .nominatim).first?.headers["user-agent"] ?? ""
            #expect(agent.contains("Vokol"))
        }
    }

    @Test func `Two replicas share one pace, and a caller whose wait is too long is refused`() async throws {
        try await PostgresCluster.withClient(like: Self.template) {
            $0.poolSize = 4
        } _: { client in
            let time = ManualTime()
            let waits = Mutex<[Duration]>([])
            let start = ContinuousClock.now
            let replicas = (0..<2).map { _ in
                PacerStore(
                    client: client, isReady: { true }, interval: .seconds(1), patience: .seconds(5),
                    now: { time.now }, monotonic: { start },
                    sleep: { until in waits.withLock { $0.append(until - start) } })
            }
            var refused = 0
            for number in 0..<8 {
                do throws(UpstreamFailure) {
                    try await replicas[number % 2].wait()
                } catch {
                    #expect(error == .localLimit(retryAfter: .seconds(1)))
                    refused += 1
                }
            }
            // The first call passes at once. The others follow a second and a margin apart, up to the longest wait of 5
            // seconds.
            #expect(waits.withLock { $0 } == [0, 1_250, 2_500, 3_750, 5_000].map { .milliseconds($0) })
            #expect(refused == 3)
            time.advance(seconds: 60)
            try await replicas[1].wait()
            #expect(waits.withLock { $0.last } == .zero)
        }
    }

    @Test func `A call that wakes too late is abandoned, and none is made before the table exists`() async throws {
        try await PostgresCluster.withClient(like: Self.template) {
            $0.poolSize = 1
        } _: { client in
            let start = ContinuousClock.now
            let calls = Mutex(0)
            var pacer = PacerStore(
                client: client, isReady: { true }, interval: .seconds(1), patience: .seconds(5),
                now: { ManualTime.start },
                monotonic: {
                    // The third reading, after the wait, is later than the pacer tolerates.
                    calls.withLock { calls in
                        calls += 1
                        return calls == 3 ? start + .milliseconds(201) : start
                    }
                }, sleep: { _ in })
            let late = await #expect(throws: UpstreamFailure.self) { try await pacer.wait() }
            #expect(late == .localLimit(retryAfter: .seconds(1)))
            pacer = PacerStore(client: client, isReady: { false }, interval: .seconds(1), patience: .seconds(5))
            await #expect(throws: UpstreamFailure.self) { try await pacer.wait() }
        }
    }

    @Test func `Two replicas at full speed never call Nominatim twice within a second`() async throws {
        let cluster = try await PostgresCluster.shared
        try await PostgresCluster.withDatabase(like: Self.template) { configuration in
            let url = cluster.url(of: configuration.settings["dbname"] ?? "")
            try await TestAggregator.with(database: url) { first in
                try await TestAggregator.with(first.simulator, time: first.time, database: url) { second in
                    try await first.waitForHistory()
                    try await second.waitForHistory()
                    await withTaskGroup(of: Void.self) { group in
                        for number in 0..<12 {
                            let test = number % 2 == 0 ? first : second
                            group.addTask { _ = try? await test.address(.at(53.9 + Double(number) / 100, 27.5)) }
                        }
                    }
                }
                let times = first.simulator.requests(of: .nominatim).map(\.milliseconds).sorted()
                #expect(times.count >= 2)
                #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 > 1_000 }, "\(times)")
            }
        }
    }
}

extension TestAggregator {
    /// Waits until the tables of the history exist.
    func waitForHistory() async throws {
        for _ in 0..<3_000 {
            do {
                _ = try await call(History.List.self, .init(), as: Self.account)
                return
            } catch let error as RPCError where error.code == .unavailable {
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }
}
