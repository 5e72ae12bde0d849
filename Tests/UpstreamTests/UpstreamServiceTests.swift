import Foundation
import Logging
import NIOPosix
import ServiceLifecycle
import ServiceRuntime
import TestSupport
import Testing

@testable import Upstream

@Suite(.timeLimit(.minutes(5))) struct UpstreamServiceTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func settings(_ environment: [String: String]) throws -> Settings {
        let source = try SettingSource.standard(process: "schedule", arguments: [], environment: environment)
        return try Settings(UpstreamSettings.all, source: source)
    }

    @Test func `By default nothing is stored on disk, and the user agent names the process`() throws {
        let configuration = try UpstreamSettings.configuration(try settings([:]), process: "schedule")
        #expect(configuration.directory == nil)
        #expect(configuration.authorityFile == nil)
        #expect(!configuration.isSimulated)
        #expect(configuration.userAgent == "Vokol-schedule/1.0")
    }

    @Test func `The configuration reflects the settings`() throws {
        let configuration = try UpstreamSettings.configuration(
            try settings([
                "VOKOL_UPSTREAM_DIRECTORY": "/cache", "VOKOL_UPSTREAM_STORE": "2000000",
                "VOKOL_SCHEDULE_UPSTREAM_MEMORY": "3000000", "VOKOL_UPSTREAM_CONTACT": "https://example.org",
                "VOKOL_UPSTREAM_AUTHORITY": "/a.pem", "VOKOL_UPSTREAM_SIMULATED": "true",
            ]), process: "schedule")
        #expect(configuration.directory == "/cache")
        #expect(configuration.storeBytes == 2_000_000)
        #expect(configuration.memoryBytes == 3_000_000)
        #expect(configuration.authorityFile == "/a.pem")
        #expect(configuration.isSimulated)
        #expect(configuration.userAgent == "Vokol-schedule/1.0 (+https://example.org)")
    }

    @Test func `An invalid contact and an unsafe address are refused`() throws {
        for contact in ["a\r\nX: y", "(", "\u{e9}", String(repeating: "x", count: 201)] {
            #expect(throws: SettingFault.self) { try settings(["VOKOL_UPSTREAM_CONTACT": contact]) }
        }
        let base = UpstreamSettings.base("schedule.base", default: "https://iis.bsuir.by/api/v1", summary: "")
        for (address, isFine) in [
            ("https://example.org", true), ("http://127.0.0.1:1", true), ("http://example.org", false), ("x", false),
        ] {
            let source = try SettingSource.standard(
                process: "schedule", arguments: [], environment: ["VOKOL_SCHEDULE_BASE": address])
            if isFine {
                #expect(try base.value(in: source) == address)
            } else {
                #expect(throws: SettingFault.self) { try base.value(in: source) }
            }
        }
    }

    @Test func `A service runs loads until it stops, and its stored answers are reused after a restart`()
        async throws
    {
        let directory = FileManager.default.temporaryDirectory.path + "/upstream-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let server = try await ScriptedServer()
        for round in 1...2 {
            var configuration = UpstreamConfiguration(process: "schedule")
            configuration.directory = directory
            configuration.isSimulated = true
            configuration.connectTimeout = .seconds(60)
            let metrics = Metrics()
            let service = try UpstreamService(
                configuration, group: MultiThreadedEventLoopGroup.singleton, metrics: metrics, logger: logger,
                clock: ManualClock().clock)
            #expect(service.isSimulated)
            // With this clock, a pause before a retry would never end.
            let policy = HostPolicy { $0.retryPause = .zero }
            let host = try service.host("bsuir", base: server.base, policy: policy)
            let cache: UpstreamCache<[UInt8]> = service.cache(
                "pages",
                freshness: Freshness(
                    fresh: .seconds(3_600), revalidate: .seconds(3_600), ifError: .seconds(3_600), absent: .seconds(1)),
                memoryBytes: 100_000)
            let group = ServiceGroup(services: [service], logger: logger)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                let page = try await cache.value(for: "x") { validators async throws(UpstreamFailure) in
                    switch try await host.get(UpstreamRequest(path: "/x", validators: validators)) {
                    case .body(let body, let validators, _): .value(body, validators)
                    case .notModified: .notModified
                    case .absent: .absent
                    }
                }
                #expect(page?.value == Array("{}".utf8))
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
            // The second round finds the page on disk, in the same file.
            #expect(server.requests.count == 1, "round \(round)")
            await #expect(throws: UpstreamFailure.self) { try await host.get(UpstreamRequest(path: "/y")) }
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: directory)
        #expect(files == ["schedule-1.sqlite"])
    }

    @Test func `2,000 calls for different keys of a failing third party cost at most 36 requests`() async throws {
        let server = try await ScriptedServer()
        server.always(.answer(500))
        let metrics = Metrics()
        var configuration = UpstreamConfiguration(process: "schedule")
        configuration.connectTimeout = .seconds(60)
        let service = try UpstreamService(
            configuration, group: MultiThreadedEventLoopGroup.singleton, metrics: metrics, logger: logger,
            clock: ManualClock().clock)
        let host = try service.host("bsuir", base: server.base, policy: HostPolicy { $0.retryPause = .zero })
        let cache: UpstreamCache<[UInt8]> = service.cache(
            "pages",
            freshness: Freshness(fresh: .seconds(60), revalidate: .zero, ifError: .zero, absent: .zero),
            memoryBytes: 100_000)
        let group = ServiceGroup(services: [service], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let failures = await withTaskGroup(of: Bool.self) { callers in
                for index in 0..<2_000 {
                    callers.addTask {
                        do {
                            _ = try await cache.value(for: "\(index)") { _ async throws(UpstreamFailure) in
                                _ = try await host.get(UpstreamRequest(path: "/x"))
                                return .absent
                            }
                            return false
                        } catch {
                            return true
                        }
                    }
                }
                return await callers.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(failures == 2_000)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        // At most as many calls as may be in flight when the fifth one fails.
        #expect((5...36).contains(server.requests.count))
    }

    @Test func `A replica with an unusable directory still serves values`() async throws {
        var configuration = UpstreamConfiguration(process: "schedule")
        configuration.directory = "/proc/nowhere"
        let service = try UpstreamService(
            configuration, group: MultiThreadedEventLoopGroup.singleton, metrics: Metrics(), logger: logger)
        let cache: UpstreamCache<Int> = service.cache(
            "numbers",
            freshness: Freshness(
                fresh: .seconds(60), revalidate: .seconds(60), ifError: .seconds(60), absent: .seconds(1)),
            memoryBytes: 10_000)
        for _ in 0..<2 {
            let number = try await cache.value(for: "x") { _ async throws(UpstreamFailure) in .value(7, Validators()) }
            #expect(number?.value == 7)
        }
    }
}
