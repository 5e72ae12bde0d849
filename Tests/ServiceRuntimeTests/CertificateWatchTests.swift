import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@testable import ServiceRuntime

@Suite(.timeLimit(.minutes(5))) struct CertificateWatchTests {
    private struct Misfit: Error {}

    /// A file, and the outcomes of the attempts to read it.
    private final class WatchedFile: Sendable {
        let path = NSTemporaryDirectory() + "vokol-watch-\(UUID())"
        let fails = Mutex(false)
        let attempts = Mutex([Bool]())
        let log = LogRecorder()

        deinit { try? FileManager.default.removeItem(atPath: path) }

        /// Replaces the file atomically: a file that is emptied first changes twice.
        func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path), options: .atomic) }

        func watch(interval: Duration = .seconds(10)) -> CertificateWatch {
            CertificateWatch([path], interval: interval, logger: log.logger) { [self] in
                let fails = fails.withLock(\.self)
                attempts.withLock { $0.append(!fails) }
                if fails { throw Misfit() }
            }
        }
    }

    @Test func `Changed files are read once if they are valid, and otherwise until they are`() throws {
        let file = WatchedFile()
        let watch = file.watch()
        func check(_ times: Int) -> [Bool] {
            file.attempts.withLock { $0 = [] }
            for _ in 0..<times { watch.check() }
            return file.attempts.withLock(\.self)
        }
        try file.write("one")
        // A change between the read at the start and the first check is not missed.
        #expect(check(3) == [true])
        try file.write("two")
        file.fails.withLock { $0 = true }
        #expect(check(3) == [false, false, false])
        file.fails.withLock { $0 = false }
        #expect(check(3) == [true])
        try file.write("three")
        #expect(check(3) == [true])
        #expect(
            file.log.lines.map(\.message) == [
                "certificates cannot be reloaded", "certificates reloaded", "certificates reloaded",
            ], "a failure is logged once, and the first read is the start's")
    }

    @Test func `The files are checked at intervals`() async throws {
        let file = WatchedFile()
        try file.write("one")
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            let watch = file.watch(interval: .milliseconds(1))
            tasks.addTask { try await watch.run() }
            for text in ["two", "three"] {
                let before = file.attempts.withLock(\.count)
                try file.write(text)
                try await Processes.wait("the next look") { file.attempts.withLock(\.count) > before }
            }
            tasks.cancelAll()
        }
    }
}
