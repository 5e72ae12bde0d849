import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@testable import ServiceRuntime

@Suite(.timeLimit(.minutes(5))) struct CertificateWatchTests {
    private struct Misfit: Error {}

    private final class Reads: Sendable {
        let count = Mutex(0)
        let failures = Mutex(0)
        let fails = Mutex(false)

        func reload() throws {
            if fails.withLock({ $0 }) {
                failures.withLock { $0 += 1 }
                throw Misfit()
            }
            count.withLock { $0 += 1 }
        }
    }

    @Test func `Changed files are reloaded, and retried until they are valid`() async throws {
        let file = NSTemporaryDirectory() + "vokol-watch-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: file) }
        // Replaces the file atomically: a file that is emptied first changes twice.
        func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: file), options: .atomic) }
        let reads = Reads()
        try write("one")
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            let watch = CertificateWatch(
                [file], interval: .milliseconds(1), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            ) { try reads.reload() }
            tasks.addTask { try await watch.run() }
            // A change between the read at the start and the first check is not missed.
            try await Processes.wait("the first look") { reads.count.withLock { $0 } == 1 }

            reads.fails.withLock { $0 = true }
            try write("two")
            try await Processes.wait("a second try") { reads.failures.withLock { $0 } >= 2 }
            reads.fails.withLock { $0 = false }
            try await Processes.wait("a try that succeeds") { reads.count.withLock { $0 } == 2 }

            try write("three")
            try await Processes.wait("the next change") { reads.count.withLock { $0 } == 3 }
            tasks.cancelAll()
        }
        // The file was read only after changes.
        #expect(reads.count.withLock { $0 } == 3)
    }
}
