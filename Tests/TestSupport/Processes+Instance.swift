public import Foundation
public import Postgres

/// A complete Vokol instance, run by `vokol up` in a temporary directory on free ports.
public final class RunningInstance: Sendable {
    public let process: RunningProcess
    public let directory: String
    public let port: Int
    public let redirectPort: Int

    /// Settings for cheap password hashing; a real hash takes a tenth of a second of a whole core.
    public static let lightHashing = [
        "VOKOL_AUTH_PASSWORDS_COST": "10", "VOKOL_AUTH_PASSWORDS_BLOCK": "8", "VOKOL_AUTH_PASSWORDS_PARALLELISM": "1",
    ]
    /// A long lifetime for access tokens, because suites share an account and take minutes on a slow machine.
    private static let longTokens = ["VOKOL_TOKENS_LIFETIME": "1h"]

    /// Starts an instance and waits until it is ready.
    ///
    /// - Parameters:
    ///   - directory: an existing instance to restart; `nil` creates a new one.
    ///   - arguments: further arguments of `vokol up`.
    ///   - environment: settings, such as `VOKOL_LIMITS_USER_RATE`.
    public init(
        directory: String? = nil, port: Int? = nil, redirectPort: Int? = nil, arguments: [String] = [],
        environment: [String: String] = [:]
    ) async throws {
        self.directory = try directory ?? Self.makeDirectory()
        self.port = try port ?? freeLoopbackPort()
        self.redirectPort = try redirectPort ?? freeLoopbackPort()
        process = try RunningProcess(
            "vokol",
            [
                "up", "--directory", self.directory, "--port", "\(self.port)", "--redirect-port",
                "\(self.redirectPort)",
                // Tests make no calls to the Internet.
                "--simulate",
            ] + arguments,
            environment: Self.lightHashing.merging(Self.longTokens) { _, new in new }
                .merging(environment) { _, new in new },
            directory: directory == nil ? self.directory : nil)
        let process = process
        try await Processes.wait("an instance: \(process.output)", limit: .seconds(180)) {
            process.output.contains("Ready in ") || process.exit != nil
        }
        if let code = process.exit {
            throw Processes.Failure(description: "vokol up ended with \(code): \(process.output)")
        }
    }

    /// Creates a directory for an instance, with a short path below one that PostgreSQL's user can traverse.
    public static func makeDirectory() throws -> String {
        var template = Array("/tmp/vokol-e2e-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Processes.Failure(description: "no temporary directory: error \(errno)")
        }
        let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        chmod(directory, 0o711)
        return directory
    }

    /// Stops the instance, waits, and optionally removes its directory.
    @discardableResult
    public func stop(_ signal: Int32 = SIGTERM, removing: Bool = false) async throws -> Int32 {
        let code = try await process.stop(signal)
        if removing { try FileManager.default.removeItem(atPath: directory) }
        return code
    }

    // MARK: Files and processes

    public var authorityFile: String { "\(directory)/certificates/ca.pem" }
    public var outbox: String { "\(directory)/outbox.jsonl" }

    /// A process of the instance, as recorded in `instance.json`.
    public struct Part: Decodable, Sendable {
        public var name: String
        public var pid: Int32?
        public var port: Int?
        public var adminPort: Int?
    }

    private struct Record: Decodable {
        struct Postgres: Decodable { var socketDirectory: String }
        var postgres: Postgres
        var processes: [Part]
    }

    private func record() throws -> Record {
        try JSONDecoder().decode(Record.self, from: Data(contentsOf: URL(filePath: "\(directory)/instance.json")))
    }

    public func parts() throws -> [Part] { try record().processes }

    /// Returns the process with the given name, such as `museums-1`.
    public func part(_ name: String) throws -> Part {
        guard let part = try parts().first(where: { $0.name == name }) else {
            throw Processes.Failure(description: "the instance has no process \(name)")
        }
        return part
    }

    public struct Account: Decodable, Sendable {
        public var email: String
        public var password: String
    }

    /// Reads the demonstration account.
    public func demonstrationAccount() throws -> Account {
        try JSONDecoder().decode(
            Account.self, from: Data(contentsOf: URL(filePath: "\(directory)/secrets/demonstration.json")))
    }

    /// An outgoing message.
    public struct Message: Decodable, Sendable {
        public var channel: String
        public var to: String
        public var text: String

        /// The first six-digit number in the text.
        public var code: String? {
            text.split(whereSeparator: { !$0.isNumber }).first { $0.count == 6 }.map { String($0) }
        }
    }

    /// Returns the messages sent to an address so far, oldest first.
    public func messages(to address: String) -> [Message] {
        let text = (try? String(contentsOfFile: outbox, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            try? JSONDecoder().decode(Message.self, from: Data(line.utf8))
        }.filter { $0.to == address }
    }

    /// Returns the log of a process: lines of JSON.
    public func log(of name: String) -> String {
        (try? String(contentsOfFile: "\(directory)/logs/\(name).log", encoding: .utf8)) ?? ""
    }

    // MARK: Operations

    /// Runs `vokol` against the instance.
    public func vokol(_ command: String, _ arguments: [String] = []) async throws -> Processes.Output {
        try await Processes.run("vokol", [command] + arguments + ["--directory", directory])
    }

    /// Grants an account a role, as an operator does on the machine.
    ///
    /// - Parameter account: the account's e-mail address or phone number.
    public func grant(_ role: String, to account: String) async throws {
        let output = try await vokol("grant", [role, account])
        guard output.code == 0 else { throw Processes.Failure(description: "grant: \(output)") }
    }

    /// Runs `body` with a client of the database of a service, such as `booking`.
    public func withDatabase<Result: Sendable>(
        of service: String, _ body: @Sendable (PostgresClient) async throws -> Result
    ) async throws -> Result {
        let url = try String(contentsOfFile: "\(directory)/secrets/database-url-\(service)", encoding: .utf8)
        var configuration = try PostgresConfiguration(url: url.trimmingCharacters(in: .whitespacesAndNewlines))
        configuration.poolSize = 2
        return try await PostgresCluster.withRunningClient(configuration, body)
    }

    /// Returns the answer of a process's `/readyz` endpoint.
    public func readiness(of name: String) async throws -> String {
        guard let port = try part(name).adminPort else { return "has no admin port" }
        let answer = try await Processes.run(
            "/usr/bin/curl", ["-s", "-m", "2", "http://127.0.0.1:\(port)/readyz"])
        return answer.output
    }

    /// Returns the value of one of a process's metrics.
    ///
    /// - Parameter series: the metric's name and labels, as `/metrics` shows them.
    public func metric(_ series: String, of name: String) async throws -> Double {
        let port = try part(name).adminPort ?? 0
        let answer = try await Processes.run("/usr/bin/curl", ["-s", "-m", "5", "http://127.0.0.1:\(port)/metrics"])
        let line = answer.output.split(separator: "\n").first { $0.hasPrefix("\(series) ") }
        guard let value = line?.split(separator: " ").last.flatMap({ Double($0) }) else {
            throw Processes.Failure(description: "\(name) has no metric \(series)")
        }
        return value
    }

    /// Sends a signal to one process.
    public func send(_ signal: Int32, to name: String) throws {
        if let pid = try part(name).pid { kill(pid, signal) }
    }
}
