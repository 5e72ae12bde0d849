import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite(.serialized) struct Resilience {
        private func signIn(_ instance: RunningInstance) async throws -> String {
            try await LineClient(instance).signIn(instance.demonstrationAccount())
        }

        @Test
        func `kill -9 of one of two replicas fails at most 0.1 % of the calls, and none after a second`()
            async throws
        {
            let instance = try await Instances.robust.value
            let token = try await signIn(instance)
            let load = FullSpeedLoad()
            var killed = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await load.run(
                        instance, connections: 16, token: token, method: "museums.get",
                        params: #"{"id":"by-mir-castle"}"#
                    )
                }
                defer { load.stop() }
                try await Processes.wait("a thousand calls") { load.soFar.count > 1_000 }
                killed = .now
                try instance.send(SIGKILL, to: "museums-1")
                try await Processes.wait("three thousand calls after it") {
                    load.soFar.count { $0.began > killed } > 3_000 && ContinuousClock.now > killed + .seconds(2)
                }
                load.stop()
                try await group.waitForAll()
            }
            let records = load.soFar
            let failed = records.filter { $0.code != nil }
            #expect(
                Double(failed.count) <= Double(records.count) * 0.001, "\(failed.count) of \(records.count): \(failed)")
            #expect(failed.allSatisfy { $0.began < killed + .seconds(1) })
            try await Processes.wait("museums-1 to be back") {
                try await instance.readiness(of: "museums-1") == "ready\n"
            }
        }

        @Test func `A replica of two that hangs fails no idempotent call, and is ejected until it is heard again`()
            async throws
        {
            let instance = try await Instances.robust.value
            let token = try await signIn(instance)
            let port = try #require(try instance.part("museums-1").port)
            func count(_ message: String) -> Int {
                instance.log(of: "gateway").split(separator: "\n")
                    .count { $0.contains("\"\(message)\"") && $0.contains("127.0.0.1:\(port)\"") }
            }
            // Whichever rule sees it first: no answer to pings, or calls that take too long.
            func ejections() async throws -> Double {
                var sum = 0.0
                for reason in ["silent", "slow"] {
                    sum += try await instance.metric(
                        "vokol_gateway_ejections_total{service=\"museums\",reason=\"\(reason)\"}", of: "gateway")
                }
                return sum
            }
            let earlier = try await ejections()
            let (ejected, readmitted) = (count("replica ejected"), count("replica readmitted"))
            let load = FullSpeedLoad()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await load.run(
                        instance, connections: 16, token: token, method: "museums.get",
                        params: #"{"id":"by-mir-castle"}"#)
                }
                defer { load.stop() }
                try await Processes.wait("some calls") { load.soFar.count > 300 }
                let hung = ContinuousClock.now
                try instance.send(SIGSTOP, to: "museums-1")
                defer { try? instance.send(SIGCONT, to: "museums-1") }
                try await Processes.wait("an ejection, and a thousand calls beside it") {
                    count("replica ejected") > ejected && load.soFar.count { $0.began > hung } > 1_000
                }
                try instance.send(SIGCONT, to: "museums-1")
                try await Processes.wait("its readmission") { count("replica readmitted") > readmitted }
                load.stop()
                try await group.waitForAll()
            }
            #expect(load.soFar.allSatisfy { $0.code == nil }, "\(load.soFar.filter { $0.code != nil })")
            #expect(try await ejections() > earlier)
        }

        @Test func `While the only replica of a service restarts, calls wait for it`() async throws {
            let instance = try await Instances.robust.value
            let client = try await LineClient(instance)
            let before = try instance.part("auth").pid
            let waits = #"vokol_gateway_waits_total{service="auth"}"#
            let waited = try await instance.metric(waits, of: "gateway")
            #expect(try await client.call("auth.jwks")["result"] != .null)
            try instance.send(SIGKILL, to: "auth")
            // Repeated until the new process runs: each call either waits for it or says that none is there.
            var codes: Set<Int> = []
            try await Processes.wait("another auth") {
                if let code = try await client.call("auth.jwks")["error"]["code"].int { codes.insert(code) }
                return try instance.part("auth").pid != before
            }
            #expect(codes.isSubset(of: [-32009]))
            #expect(try await instance.metric(waits, of: "gateway") > waited)
            try await Processes.wait("auth to be back") { try await instance.readiness(of: "auth") == "ready\n" }
            #expect(try await client.call("auth.jwks")["result"] != .null)
            await client.close()
        }

        @Test
        func
            `Without PostgreSQL calls are unavailable with a retry time, and recover when it is back`()
            async throws
        {
            let instance = try await Instances.robust.value
            let token = try await signIn(instance)
            let before = try instance.parts()
            let load = FullSpeedLoad()
            var back = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await load.run(
                        instance, connections: 8, token: token, method: "museums.search", params: #"{"query":"музей"}"#)
                }
                defer { load.stop() }
                try await Processes.wait("some calls") { load.soFar.count > 100 }
                // Killed as in a crash; `vokol up` restarts it.
                try instance.send(SIGKILL, to: "postgres")
                try await Processes.wait("calls to fail") { load.soFar.contains { $0.code != nil } }
                try await Processes.wait("PostgreSQL to be back") {
                    let now = try instance.part("postgres").pid
                    return now != before.first { $0.name == "postgres" }?.pid && Self.isReady(instance, now)
                }
                back = .now
                try await Processes.wait("calls to succeed again") {
                    load.soFar.count { $0.code == nil && $0.began > back } > 100
                }
                load.stop()
                try await group.waitForAll()
            }
            let failed = load.soFar.filter { $0.code != nil }
            #expect(failed.allSatisfy { $0.code == -32009 && ($0.retryAfter ?? 0) > 0 }, "\(Set(failed.map(\.code)))")
            #expect(failed.allSatisfy { $0.began < back + .seconds(2) }, "back within 2 s of the database")
            let after = try instance.parts()
            for name in ["gateway", "auth", "museums-1", "museums-2"] {
                #expect(after.first { $0.name == name }?.pid == before.first { $0.name == name }?.pid, "\(name) ended")
            }
        }

        private static func isReady(_ instance: RunningInstance, _ pid: Int32?) -> Bool {
            let text = try? String(
                contentsOfFile: "\(instance.directory)/postgres/data/postmaster.pid", encoding: .utf8)
            let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            return lines.count >= 8 && lines[7].hasPrefix("ready") && Int32(lines[0]) == pid
        }

        @Test func `A stopped replica finishes its calls, and no call fails while another replica runs`() async throws {
            let instance = try await Instances.robust.value
            let token = try await signIn(instance)
            let load = FullSpeedLoad()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await load.run(
                        instance, connections: 16, token: token, method: "museums.search", params: #"{"query":"музей"}"#
                    )
                }
                defer { load.stop() }
                try await Processes.wait("some calls") { load.soFar.count > 300 }
                let before = try instance.part("museums-2").pid
                try instance.send(SIGTERM, to: "museums-2")
                try await Processes.wait("another museums-2") {
                    let now = try instance.part("museums-2").pid
                    guard now != before else { return false }
                    return try await instance.readiness(of: "museums-2") == "ready\n"
                }
                let count = load.soFar.count
                try await Processes.wait("more calls") { load.soFar.count > count + 300 }
                load.stop()
                try await group.waitForAll()
            }
            #expect(load.soFar.allSatisfy { $0.code == nil }, "\(load.soFar.filter { $0.code != nil })")
        }
    }
}
