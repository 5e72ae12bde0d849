import Foundation
import TestSupport

/// Customers who do the same at the same time, each with an account and a TLS connection.
struct Crowd: Sendable {
    /// The outcomes of one call by every client.
    struct Outcome: Sendable {
        /// The number of calls by outcome: `ok`, or the reason or code of the error.
        var ends: [String: Int] = [:]
        /// From before the first call until after the last answer.
        var time: Duration = .zero
        /// Answers after which the call was repeated, as the contract says.
        var shed = 0
    }

    let guests: [Guest]
    private let lines: [LineClient]

    /// Registers and connects as many.
    init(_ count: Int, at instance: RunningInstance) async throws {
        raiseLimitOfFiles()
        let guests = try await Guest.register(count, at: instance)
        var lines: [LineClient] = []
        while lines.count < count {
            lines += try await withThrowingTaskGroup(of: LineClient.self) { group in
                // Fewer than the TLS handshakes that one address may have at a time.
                for _ in 0..<min(64, count - lines.count) { group.addTask { try await LineClient(instance) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        self.guests = guests
        self.lines = lines
    }

    func disconnect() async {
        for line in lines { await line.wire.close() }
    }

    /// Overload and deadlines: a call may be repeated with the same key, or for the same hold.
    private static let mayComeAgain = [-32008, -32010]

    /// Makes a call for everybody at once.
    ///
    /// Repeats a call after the time that the server asks for, as clients must.
    /// - Parameter params: the parameters for the customer of a number.
    func all(
        _ method: String, key: String? = nil, _ params: @escaping @Sendable (Int) -> String,
        result: @escaping @Sendable (Int, JSON) -> Void = { _, _ in }
    ) async throws -> Outcome {
        let began = ContinuousClock.now
        var outcome = try await withThrowingTaskGroup(of: (String, Int).self) { group in
            for (index, client) in lines.enumerated() {
                let token = guests[index].token
                group.addTask {
                    var shed = 0
                    while true {
                        let line = try await client.line(
                            method, params(index), token: token, meta: key.map { ["idempotencyKey": quoted($0)] } ?? [:]
                        )
                        guard let refusal = CrowdRefusal(line) else {
                            result(index, try JSON(line)["result"])
                            return ("ok", shed)
                        }
                        guard Self.mayComeAgain.contains(refusal.code), shed < 100 else { return (refusal.end, shed) }
                        shed += 1
                        try await Task.sleep(for: .milliseconds(refusal.retryAfter))
                    }
                }
            }
            return try await group.reduce(into: Outcome()) { outcome, end in
                outcome.ends[end.0, default: 0] += 1
                outcome.shed += end.1
            }
        }
        outcome.time = .now - began
        return outcome
    }
}

/// An error, read without a look at all the rest: thousands of answers name free slots.
private struct CrowdRefusal {
    var code: Int
    /// The reason, or the code.
    var end: String
    var retryAfter: Int

    /// `nil` for an answer that is no error.
    init?(_ line: String) {
        guard let code = Self.value(of: "code", in: line).flatMap({ Int($0) }) else { return nil }
        self.code = code
        end = Self.value(of: "reason", in: line)?.trimmingCharacters(in: ["\""]) ?? "\(code)"
        retryAfter = Self.value(of: "retryAfterMs", in: line).flatMap { Int($0) } ?? 100
    }

    private static func value(of name: String, in line: String) -> String? {
        guard let start = line.range(of: "\"\(name)\":")?.upperBound else { return nil }
        return String(line[start...].prefix { $0 != "," && $0 != "}" })
    }
}

/// Lets the process have as many files open as the system allows it.
private func raiseLimitOfFiles() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

/// The extent of tests that `make soak` runs longer than `make test`.
enum Effort {
    static func number(_ name: String, otherwise number: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? number
    }

    static let clients = number("VOKOL_TEST_CLIENTS", otherwise: 200)
    static let rounds = number("VOKOL_TEST_ROUNDS", otherwise: 3)
    static let crashes = number("VOKOL_TEST_CRASHES", otherwise: 2)
}
