import AggregatorContract
import Contract
import Logging
import NIOCore
import NIOPosix
import Postgres
import RPC
import ServiceLifecycle
import ServiceRuntime
import Simulator
import Synchronization
import TestSupport
import Testing
import Values
import Wire

@testable import AggregatorService
@testable import ServiceRuntime

/// A manual clock that starts on Saturday, 2026-11-21, at 13:00 in Minsk.
final class ManualTime: Sendable {
    static let start = Instant.of("2026-11-21T10:00:00Z")
    private let instant = Mutex(start)
    var now: Instant { instant.withLock { $0 } }
    func set(_ new: Instant) { instant.withLock { $0 = new } }
    func advance(seconds: Int64) { instant.withLock { $0 = $0.advanced(bySeconds: seconds) } }
}

/// The service as its process assembles it, with simulated third parties.
struct TestAggregator: Sendable {
    let simulator: Simulator
    let time: ManualTime
    let methods: MethodTable

    /// Runs `body` with a service.
    ///
    /// - Parameters:
    ///   - database: the database's address; `nil` makes PostgreSQL unreachable.
    ///   - flags: further settings.
    static func with(
        database: String? = nil, flags: [String] = [], _ body: @Sendable (TestAggregator) async throws -> Void
    ) async throws {
        var settings = Simulator.Settings()
        settings.clock = ManualTime.start
        let simulator = try await Simulator.start(settings)
        do {
            try await with(simulator, database: database, flags: flags, body)
        } catch {
            await simulator.stop()
            throw error
        }
        await simulator.stop()
    }

    /// Runs `body` with another replica that uses the same third parties.
    static func with(
        _ simulator: Simulator, time: ManualTime = ManualTime(), database: String? = nil, flags: [String] = [],
        _ body: @Sendable (TestAggregator) async throws -> Void
    ) async throws {
        let flags =
            [
                "--database-url", database ?? "postgresql://nobody@127.0.0.1:1/none",
                "--openmeteo-base", simulator.url(of: .openMeteo),
                "--openmeteo-air-base", simulator.url(of: .openMeteoAir),
                "--openmeteo-geocoding-base", simulator.url(of: .openMeteoGeocoding),
                "--openweathermap-base", simulator.url(of: .openWeatherMap),
                "--nominatim-base", simulator.url(of: .nominatim), "--google-base", simulator.url(of: .google),
                "--bbc-base", simulator.url(of: .bbc), "--news-feeds-base", simulator.url(of: .feeds),
                "--newsapi-base", simulator.url(of: .newsAPI), "--upstream-simulated", "true",
                "--access-open", "aggregator",
            ] + flags
        let source = try SettingSource.standard(
            process: "aggregator", arguments: flags,
            // Longer than the default: the machine may run other tests. A test's own flag overrides it.
            environment: ["VOKOL_PARTS_PATIENCE": "5s"])
        let sink = try LogSink(descriptor: -1)
        defer { sink.close() }
        let settings = try Settings(AggregatorProcess.allSettings, source: source)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let metrics = Metrics()
        let boot = Bootstrap(
            settings: settings, logger: logger, logSink: sink, logLevel: LogLevel(.info), metrics: metrics,
            group: MultiThreadedEventLoopGroup.singleton, now: { time.now }, listeners: Listeners(),
            reload: ProcessReload(of: settings, [], metrics: metrics, logger: logger, read: { source }))
        let parts = try await AggregatorProcess.make(boot)
        let methods = try #require(parts.methods)
        #expect(parts.readiness.isEmpty)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for service in parts.services { group.addTask { try await service.run() } }
            let test = TestAggregator(simulator: simulator, time: time, methods: methods)
            let outcome: Result<Void, any Error>
            do {
                outcome = .success(try await body(test))
            } catch {
                outcome = .failure(error)
            }
            group.cancelAll()
            while let result = await group.nextResult() { _ = result }
            try outcome.get()
        }
    }

    // MARK: Calls

    /// The account of a signed-in caller.
    static let account = "019ab3c4-5d6e-7f80-9123-456789abcdef"

    /// Calls a method with a deadline.
    func call<M: Method>(
        _ method: M.Type, _ params: M.Params, within milliseconds: Int = 20_000, as account: String? = nil,
        key: String? = nil, locale: String = "en"
    ) async throws -> M.Result {
        var generator = SystemRandomNumberGenerator()
        let context = CallContext(
            principal: account.map { Principal(sub: $0, sid: "s", roles: []) },
            deadline: .now + .milliseconds(milliseconds), locale: locale, idempotencyKey: key,
            trace: TraceContext.root(using: &generator), peer: .process("gateway"))
        let bytes = try JSONCoding.encode(params)
        let answer = try await methods.answer(
            M.declaration.name, params: ByteBuffer(bytes: bytes), context: context)
        return try JSONCoding.decode(M.Result.self, from: Array(buffer: answer))
    }

    func weather(_ location: Location = .minsk, within milliseconds: Int = 20_000) async throws
        -> Weather.Current.Result
    {
        let place = Weather.Where(latitude: location.latitude, longitude: location.longitude)
        return try await call(Weather.Current.self, place, within: milliseconds)
    }

    func forecast(_ location: Location = .minsk, hourly: Bool? = nil) async throws -> Weather.Forecast.Result {
        try await call(
            Weather.Forecast.self,
            Weather.Forecast.Params(latitude: location.latitude, longitude: location.longitude, isHourly: hourly))
    }

    func address(_ location: Location = .minsk, within milliseconds: Int = 20_000) async throws -> Places.Reverse.Result
    {
        let params = Places.Reverse.Params(latitude: location.latitude, longitude: location.longitude)
        return try await call(Places.Reverse.self, params, within: milliseconds)
    }

    func news(_ location: Location = .minsk, within milliseconds: Int = 20_000) async throws -> News.Local.Result {
        let params = News.Local.Params(latitude: location.latitude, longitude: location.longitude)
        return try await call(News.Local.self, params, within: milliseconds)
    }

    func briefing(
        _ location: Location = .minsk, save: Bool? = nil, as account: String? = nil, within milliseconds: Int = 20_000
    ) async throws -> Briefing.Get.Result {
        let params = Briefing.Get.Params(latitude: location.latitude, longitude: location.longitude, save: save)
        return try await call(Briefing.Get.self, params, within: milliseconds, as: account)
    }
}

/// Returns the error of a call, or `nil` for an answer or a failure of another kind.
func refusal<Value>(_ body: () async throws -> Value) async -> RPCError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? RPCError
    }
}
