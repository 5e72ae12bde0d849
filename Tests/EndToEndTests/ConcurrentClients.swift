import Foundation
import TestSupport

/// Customers who make the same call at the same time, each with an account and a TLS connection.
struct ConcurrentClients: Sendable {
    /// The outcomes of one call by every client.
    struct Outcome: Sendable {
        /// The number of calls by outcome: `ok`, or the reason or code of the error.
        var counts: [String: Int] = [:]
        /// The time from the first call to the last answer.
        var time: Duration = .zero
        /// The number of refusals after which a call was repeated, as the contract requires.
        var repetitions = 0
    }

    let guests: [Guest]
    private let lines: [LineClient]

    /// Registers and connects `count` customers.
    init(_ count: Int, at instance: RunningInstance) async throws {
        raiseLimitOfFiles()
        let guests = try await Guest.register(count, at: instance)
        var lines: [LineClient] = []
        while lines.count < count {
            lines += try await withThrowingTaskGroup(of: LineClient.self) { group in
                // Below the number of TLS handshakes that one address may have at a time.
                for _ in 0..<min(64, count - lines.count) { group.addTask { try await LineClient(instance) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        self.guests = guests
        self.lines = lines
    }

    func disconnect() async {
        for line in lines { await line.close() }
    }

    /// The codes of overload and passed deadlines, after which a call may be repeated with the same key or hold.
    private static let retryableCodes = [-32008, -32010]

    /// Makes a call for every customer at once and returns the outcomes.
    ///
    /// Repeats a refused call after the time that the server asks for, as clients must.
    ///
    /// - Parameter params: returns the parameters for the customer at an index.
    func callAll(
        _ method: String, key: String? = nil, _ params: @escaping @Sendable (Int) -> String,
        result: @escaping @Sendable (Int, JSON) -> Void = { _, _ in }
    ) async throws -> Outcome {
        let began = ContinuousClock.now
        var outcome = try await withThrowingTaskGroup(of: (String, Int).self) { group in
            for (index, client) in lines.enumerated() {
                let token = guests[index].token
                group.addTask {
                    var repetitions = 0
                    while true {
                        let line = try await client.line(
                            method, params(index), token: token, meta: key.map { ["idempotencyKey": quoted($0)] } ?? [:]
                        )
                        guard let refusal = CallRefusal(line) else {
                            result(index, try JSON(line)["result"])
                            return ("ok", repetitions)
                        }
                        guard Self.retryableCodes.contains(refusal.code), repetitions < 100 else {
                            return (refusal.reason, repetitions)
                        }
                        repetitions += 1
                        try await Task.sleep(for: .milliseconds(refusal.retryAfter))
                    }
                }
            }
            return try await group.reduce(into: Outcome()) { outcome, result in
                outcome.counts[result.0, default: 0] += 1
                outcome.repetitions += result.1
            }
        }
        outcome.time = .now - began
        return outcome
    }
}

/// The error of an answer.
///
/// It parses nothing else, because thousands of answers list free slots.
private struct CallRefusal {
    var code: Int
    /// The reason, or the code if there is none.
    var reason: String
    var retryAfter: Int

    /// Reads a line; returns `nil` if the answer is not an error.
    init?(_ line: String) {
        guard let code = Self.value(of: "code", in: line).flatMap({ Int($0) }) else { return nil }
        self.code = code
        reason = Self.value(of: "reason", in: line)?.trimmingCharacters(in: ["\""]) ?? "\(code)"
        retryAfter = Self.value(of: "retryAfterMs", in: line).flatMap { Int($0) } ?? 100
    }

    private static func value(of name: String, in line: String) -> String? {
        guard let start = line.range(of: "\"\(name)\":")?.upperBound else { return nil }
        return String(line[start...].prefix { $0 != "," && $0 != "}" })
    }
}

/// Raises the process's limit of open files to the maximum that the system allows.
private func raiseLimitOfFiles() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

/// The sizes of tests, which `make soak` sets higher than `make test`.
enum Effort {
    static func number(_ name: String, otherwise number: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? number
    }

    static let clients = number("VOKOL_TEST_CLIENTS", otherwise: 200)
    static let rounds = number("VOKOL_TEST_ROUNDS", otherwise: 3)
    static let crashes = number("VOKOL_TEST_CRASHES", otherwise: 2)
}
