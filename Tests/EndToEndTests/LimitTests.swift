import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct Limits {
        /// The default limit per user, which the instance runs with: calls per second, and burst.
        private let rate = 20.0
        private let burst = 40

        @Test
        func `64 connections of one user share one rate limit and do not affect another user`()
            async throws
        {
            let instance = try await Instances.plain.value
            let client = try await LineClient(instance)
            let token = try await client.signIn(instance.demonstrationAccount())
            let other = try await newUser(instance)

            let load = FullSpeedLoad()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await load.run(instance, connections: 64, token: token, method: "auth.me", params: "{}")
                }
                group.addTask {
                    defer { load.stop() }
                    try await Processes.wait("a thousand refusals") { load.soFar.count { $0.code == -32005 } > 1_000 }
                    // The second user stays well within its limit, while the first exceeds its own a thousand times.
                    let calm = try await LineClient(instance)
                    for _ in 0..<30 {
                        let answer = try await calm.call("auth.me", token: other)
                        #expect(answer["result"] != .null, "\(answer)")
                    }
                }
                try await group.waitForAll()
            }
            let records = load.soFar
            let first = try #require(records.map(\.began).min())
            let last = try #require(records.map(\.ended).max())
            let time = Double((last - first).components.seconds) + Double((last - first).components.attoseconds) / 1e18
            let admitted = records.count { $0.code == nil }
            #expect(Double(admitted) <= Double(burst) + rate * time, "\(admitted) in \(time) s")
            #expect(admitted >= burst)
            #expect(Set(records.compactMap(\.code)) == [-32005])
            #expect(records.filter { $0.code != nil }.allSatisfy { ($0.retryAfter ?? 0) > 0 })
        }

        @Test func `Over HTTP, the limit is reported before and when it is reached`() async throws {
            let instance = try await Instances.plain.value
            let token = try await newUser(instance)
            let wire = try await Wire(port: instance.port, authority: instance.authorityFile, protocols: ["http/1.1"])
            let first = try #require(try await wire.get("/v1/me", token: token))
            #expect(first.status == 200)
            #expect(first.fields["ratelimit-policy"]?.contains("\(burst)") == true, "\(first.fields)")
            #expect(first.fields["ratelimit"] != nil)
            var refused: HTTPAnswer?
            for _ in 0..<2_000 where refused == nil {
                let answer = try #require(try await wire.get("/v1/me", token: token))
                if answer.status == 429 { refused = answer }
            }
            let answer = try #require(refused, "2,000 calls on one connection were never too many")
            #expect(Int(answer.fields["retry-after"] ?? "") ?? 0 >= 1)
            #expect((answer.json["retryAfterMs"].int ?? 0) > 0)
        }

        private func newUser(_ instance: RunningInstance) async throws -> String {
            let lines = try await LineClient(instance)
            let email = "limits-\(UUID().uuidString.lowercased())@example.org"
            let declaration = try await lines.declaration()
            let challenge = try await lines.call(
                "auth.register",
                #"{"login":"Other","email":"\#(email)","password":"correct horse battery","declaration":\#(declaration)}"#
            )
            let id = try #require(challenge["result"]["challengeId"].text, "\(challenge)")
            try await Processes.wait("a message for \(email)") { !instance.messages(to: email).isEmpty }
            let code = try #require(instance.messages(to: email).first?.code)
            let verified = try await lines.call("auth.verifyEmail", #"{"challengeId":"\#(id)","code":"\#(code)"}"#)
            return try #require(verified["result"]["accessToken"].text, "\(verified)")
        }
    }
}
