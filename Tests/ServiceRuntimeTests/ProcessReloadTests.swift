import Configuration
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@testable import ServiceRuntime

@Suite(.timeLimit(.minutes(5))) struct ProcessReloadTests {
    private static let rate = Setting<Int>("rate", default: 10, in: 1...100, summary: "").reloadable()
    private static let port = Setting<Int>("port", default: 80, summary: "")
    private static let key = Setting<String>("key", default: "first", isSecret: true, summary: "")
    private static let declarations: [any SettingDeclaration] = [rate, port, key]

    private struct Misfit: Error {}

    /// A process whose settings a test changes, with a record of what came into force and what was logged.
    private final class Process: Sendable {
        let variables = Mutex<[String: String]>([:])
        let rates = Mutex<[Int]>([])
        let actions = Mutex(0)
        let metrics = Metrics()
        let log = LogRecorder()

        var messages: [String] { log.lines.map(\.message) }
        var text: String { log.lines.map { "\($0.metadata)" }.joined() }

        private func source() -> SettingSource {
            SettingSource(layers: [EnvironmentVariablesProvider(environmentVariables: variables.withLock { $0 })])
        }

        func start() throws -> ProcessReload {
            let settings = try Settings(declarations, source: source())
            let reload = ProcessReload(
                of: settings, declarations, metrics: metrics, logger: log.logger,
                read: { [self] in source() })
            reload.onSettings { [self] settings in
                let rate = try settings.value(rate)
                return { self.rates.withLock { $0.append(rate) } }
            }
            reload.onSignal { [self] in actions.withLock { $0 += 1 } }
            return reload
        }
    }

    @Test func `A changed setting comes into force, once`() async throws {
        let process = Process()
        let reload = try process.start()
        process.variables.withLock { $0["RATE"] = "20" }
        await reload.run(.file)
        await reload.run(.file)
        #expect(process.rates.withLock { $0 } == [20])
        #expect(process.messages == ["settings reloaded"])
    }

    @Test func `An unusable value leaves all settings as they were and is logged with its name`() async throws {
        let process = Process()
        let reload = try process.start()
        process.variables.withLock { $0["RATE"] = "200" }
        await reload.run(.file)
        #expect(process.rates.withLock { $0 }.isEmpty)
        #expect(process.messages == ["settings not reloaded"])
        #expect(process.text.contains("setting rate: must lie between 1 and 100"))
        #expect(process.metrics.exposition().contains(#"settings_reloads_total{outcome="refused"} 1"#))
    }

    @Test func `Nothing changes if one part of the process cannot use the new settings`() async throws {
        let process = Process()
        let reload = try process.start()
        reload.onSettings { _ in throw Misfit() }
        process.variables.withLock { $0["RATE"] = "20" }
        await reload.run(.signal)
        #expect(process.rates.withLock { $0 }.isEmpty)
        #expect(process.messages == ["settings not reloaded"])
    }

    @Test func `Settings that need a restart are named and not brought into force`() async throws {
        let process = Process()
        let reload = try process.start()
        process.variables.withLock { $0 = ["PORT": "81", "KEY": "second"] }
        await reload.run(.file)
        #expect(process.rates.withLock { $0 }.isEmpty)
        #expect(process.messages == ["settings need a restart"])
        #expect(process.text.contains("port") && process.text.contains("key"))
        #expect(!process.text.contains("second"))
    }

    @Test func `Only SIGHUP reads other files again, and it is answered if nothing has changed`() async throws {
        let process = Process()
        let reload = try process.start()
        await reload.run(.file)
        #expect(process.actions.withLock { $0 } == 0)
        #expect(process.messages.isEmpty)
        await reload.run(.signal)
        #expect(process.actions.withLock { $0 } == 1)
        #expect(process.messages == ["settings unchanged"])
    }

    @Test func `A change of the settings file is noticed`() async throws {
        let file = NSTemporaryDirectory() + "vokol-reload-\(UUID()).json"
        defer { try? FileManager.default.removeItem(atPath: file) }
        func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: file), options: .atomic) }
        try write(#"{"rate": 20}"#)
        let read = { @Sendable () throws(SettingFault) in
            try SettingSource.standard(process: "test", arguments: ["--config", file], environment: [:])
        }
        let rates = Mutex<[Int]>([])
        let reload = ProcessReload(
            of: try Settings(Self.declarations, source: try read()), Self.declarations, metrics: Metrics(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, read: read)
        reload.onSettings { settings in
            let rate = try settings.value(Self.rate)
            return { rates.withLock { $0.append(rate) } }
        }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await ReloadTriggers(reload: reload, interval: .milliseconds(1)).run() }
            try write(#"{"rate": 30}"#)
            try await Processes.wait("the change") { rates.withLock { $0 } == [30] }
            tasks.cancelAll()
        }
    }
}
