public import Foundation
import Synchronization

/// The executables of this build, started for tests.
public enum Processes {
    /// An error that explains why a process could not be used.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// The directory with the executables: `VOKOL_TEST_PROGRAMS`, or that of the test bundle.
    public static let directory: String =
        ProcessInfo.processInfo.environment["VOKOL_TEST_PROGRAMS"]
        ?? Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        .map { $0.deletingLastPathComponent().path } ?? Bundle.main.bundleURL.path

    public static func path(of program: String) -> String { "\(directory)/\(program)" }

    /// The result of a program that has ended.
    public struct Output: Sendable {
        public let code: Int32
        public let output: String
        public let errors: String
    }

    /// Runs a program and waits for its end.
    ///
    /// A program of this build is given by name, any other by path.
    ///
    /// - Throws: ``Failure`` if the program has not ended after `limit`; it is then killed.
    public static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], input: String = "",
        limit: Duration = .seconds(60)
    ) async throws -> Output {
        let process = Process()
        process.executableURL = URL(filePath: program.hasPrefix("/") ? program : path(of: program))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        let place = NSTemporaryDirectory() + "vokol-run-\(UUID())"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: place) }
        func file(_ name: String, _ content: String = "") throws -> FileHandle {
            try Data(content.utf8).write(to: URL(filePath: "\(place)/\(name)"))
            return try FileHandle(forUpdating: URL(filePath: "\(place)/\(name)"))
        }
        // Files rather than pipes, so that the program never blocks on a full pipe.
        process.standardInput = try file("input", input)
        process.standardOutput = try file("output")
        process.standardError = try file("errors")
        let ending = Ending()
        process.terminationHandler = { process in ending.code.withLock { $0 = process.terminationStatus } }
        try process.run()
        do {
            try await wait("the end of \(program) \(arguments)", limit: limit) { ending.code.withLock { $0 } != nil }
        } catch {
            kill(process.processIdentifier, SIGKILL)
            throw error
        }
        return Output(
            code: process.terminationStatus,
            output: try String(contentsOfFile: "\(place)/output", encoding: .utf8),
            errors: try String(contentsOfFile: "\(place)/errors", encoding: .utf8))
    }

    /// Waits until `condition` holds, checking every few milliseconds.
    ///
    /// - Throws: ``Failure`` after `limit`, naming the condition.
    public static func wait(
        _ what: String, limit: Duration = .seconds(60), until condition: () async throws -> Bool
    ) async throws {
        let end = ContinuousClock.now + limit
        while try await !condition() {
            guard ContinuousClock.now < end else { throw Failure(description: "waited in vain: \(what)") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}

/// The exit code of a program, set once it has ended.
private final class Ending: Sendable {
    let code = Mutex<Int32?>(nil)
}

/// A program that runs until it is stopped, or until the test process ends.
public final class RunningProcess: Sendable {
    private let process: Process
    private let janitor: Process
    private let lifeline: Pipe
    private let log: String
    private let ending = Ending()

    /// Starts a program of this build.
    ///
    /// - Parameter directory: the directory to remove if the program outlives the test process.
    public init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], directory: String? = nil
    ) throws {
        log = NSTemporaryDirectory() + "vokol-log-\(UUID())"
        try Data().write(to: URL(filePath: log))
        process = Process()
        process.executableURL = URL(filePath: Processes.path(of: program))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        process.standardInput = FileHandle.nullDevice
        let output = try FileHandle(forWritingTo: URL(filePath: log))
        process.standardOutput = output
        process.standardError = output
        process.terminationHandler = { [ending] process in
            let code = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
            ending.code.withLock { $0 = code }
        }
        try process.run()

        // Only this process can write to the pipe, so it closes when this process ends for any reason.
        lifeline = Pipe()
        janitor = Process()
        janitor.executableURL = URL(filePath: "/bin/sh")
        janitor.arguments = [
            "-c", Self.janitorScript, "janitor", "\(process.processIdentifier)", log, directory ?? log,
        ]
        janitor.standardInput = lifeline
        janitor.standardError = FileHandle.nullDevice
        try janitor.run()
        try lifeline.fileHandleForReading.close()
        _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }

    private static let janitorScript = """
        read -r _
        kill -TERM "$1" && while kill -0 "$1"; do sleep 0.1; done
        rm -rf "$2" "$3"
        """

    public var pid: Int32 { process.processIdentifier }

    /// The output so far.
    public var output: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

    /// The exit code, or the negated number of the signal that ended the program; `nil` while it runs.
    public var exit: Int32? { ending.code.withLock { $0 } }

    public func send(_ signal: Int32) {
        if exit == nil { kill(pid, signal) }
    }

    /// Waits for the program to end and returns its exit code.
    @discardableResult
    public func waitForExit() async throws -> Int32 {
        try await Processes.wait("the end of process \(pid); it said: \(output.suffix(2_000))") { exit != nil }
        return exit ?? 0
    }

    /// Sends a signal, waits for the end and returns the exit code.
    @discardableResult
    public func stop(_ signal: Int32 = SIGTERM) async throws -> Int32 {
        send(signal)
        return try await waitForExit()
    }
}
