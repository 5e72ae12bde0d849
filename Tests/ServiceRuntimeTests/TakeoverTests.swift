import Foundation
import Logging
import NIOCore
import NIOPosix
import Platform
import ServiceLifecycle
import TestSupport
import Testing

@testable import ServiceRuntime

/// Tests of both sides of a takeover in one process.
@Suite(.timeLimit(.minutes(5))) struct TakeoverTests {
    /// A process that listens and offers its socket.
    private struct Running {
        let directory: String
        let listeners = Listeners()
        let log = LogRecorder()
        let drained = Gate()

        var path: String { "\(directory)/gateway.sock" }

        init() async throws {
            directory = NSTemporaryDirectory() + "takeover-\(UUID().uuidString.prefix(8))"
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try await listen(listeners)
        }

        func listen(_ listeners: Listeners) async throws {
            _ = try await listeners.bind(
                ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton), host: "127.0.0.1", port: 0,
                purpose: "clients")
        }

        /// The service of this process, or of the one that replaces it.
        func takeover(_ predecessor: Predecessor?, _ listeners: Listeners, faults: [String] = []) -> Takeover {
            Takeover(
                path: path, predecessor: predecessor, listeners: listeners, faults: { faults }, logger: log.logger,
                drain: { [drained] in drained.open() })
        }

        /// The running process as its successor sees it, once it offers its sockets.
        func predecessor() async throws -> Predecessor {
            let path = path
            try await Processes.wait("the offer") { FileManager.default.fileExists(atPath: path) }
            return try #require(try Predecessor(at: path))
        }

        func removeDirectory() throws { try FileManager.default.removeItem(atPath: directory) }
    }

    @Test func `A process that cannot offer its sockets after it took over serves on`() async throws {
        let old = try await Running()
        let running = ServiceGroup(services: [old.takeover(nil, old.listeners)], logger: old.log.logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await running.run() }
            let predecessor = try await old.predecessor()
            let listeners = Listeners(inherited: predecessor.sockets)
            // The path cannot be opened a second time.
            try old.removeDirectory()
            try await old.listen(listeners)
            let next = ServiceGroup(services: [old.takeover(predecessor, listeners)], logger: old.log.logger)
            tasks.addTask { try await next.run() }
            await old.drained.pass()
            let log = old.log
            try await Processes.wait("the log") { log.lines.contains { $0.message == "cannot be replaced" } }
            // The process ends when it is asked to, and not by an error.
            await running.triggerGracefulShutdown()
            await next.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test func `A process that does not become ready ends, and the running one goes on`() async throws {
        let old = try await Running()
        let running = ServiceGroup(services: [old.takeover(nil, old.listeners)], logger: old.log.logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await running.run() }
            for (faults, expected) in [(["no replica of auth"], "no replica of auth"), ([], "all sockets")] {
                let predecessor = try await old.predecessor()
                let listeners = Listeners(inherited: predecessor.sockets)
                if !faults.isEmpty { try await old.listen(listeners) }
                var next = old.takeover(predecessor, listeners, faults: faults)
                next.readyTime = .zero
                let group = ServiceGroup(services: [next], logger: old.log.logger)
                let error = try await #require(throws: SystemError.self) { try await group.run() }
                #expect(error.description.contains(expected))
            }
            #expect(!old.log.lines.contains { $0.message == "replaced" })
            await running.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        try old.removeDirectory()
    }

    @Test func `A process whose first offer fails does not start`() async throws {
        let process = try await Running()
        try process.removeDirectory()
        let services = ServiceGroup(
            services: [process.takeover(nil, process.listeners)], logger: process.log.logger)
        await #expect(throws: (any Error).self) { try await services.run() }
    }
}
