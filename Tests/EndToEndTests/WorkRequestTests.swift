import Crypto
import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct ProofsOfWork {
        /// Starts `auth` anew, and waits until it asks strangers who reset a password to work, or no longer.
        private func restart(_ instance: RunningInstance, isWorkOwed: Bool) async throws {
            let before = try instance.part("auth").pid
            try instance.send(SIGKILL, to: "auth")
            try await Processes.wait("auth again") { try instance.part("auth").pid != before }
            try await Processes.wait("the codes of the hour to be counted") {
                let bits = try? await instance.metric(#"vokol_auth_work_bits{kind="reset"}"#, of: "auth")
                return bits.map { $0 > 0 } == isWorkOwed
            }
        }

        private func solve(_ details: JSON) throws -> String {
            let (challenge, bits) = (try #require(details["challenge"].text), try #require(details["bits"].int))
            let solution = try #require(
                (0..<1_000_000).first { number in
                    var hash = SHA256.hash(data: Data("\(challenge)\(number)".utf8)).makeIterator()
                    let first = (0..<4).reduce(UInt32(0)) { word, _ in word << 8 | UInt32(hash.next() ?? 0) }
                    return first.leadingZeroBitCount >= bits
                })
            return #"{"challenge":\#(quoted(challenge)),"solution":\#(solution)}"#
        }

        @Test func `While codes are requested in vain, a stranger must work for one, and a known device need not`()
            async throws
        {
            let instance = try await Instances.plain.value
            // A little more than half of the codes of the last hour were not entered.
            let time = "(extract(epoch FROM now()) * 1000)::bigint"
            try await instance.execute(
                """
                INSERT INTO password_reset (id, email, place, code_mac, created_at, expires_at, used_at)
                SELECT gen_random_uuid(), 'vain' || n || '@example.org', '203.0.113.1', '\\x00', \(time) - 1800000,
                    \(time) - 1200000, CASE WHEN n < 50 THEN \(time) - 1700000 END FROM generate_series(1, 120) n
                """, in: "auth")
            try await restart(instance, isWorkOwed: true)

            let lines = try await LineClient(instance)
            let account = try instance.demonstrationAccount()
            func request(_ more: String = "") async throws -> JSON {
                try await lines.call("auth.requestPasswordReset", #"{"email":\#(quoted(account.email))\#(more)}"#)
            }
            var refused = JSON.null
            try await Processes.wait("the gateway to find auth again") {
                refused = try await request()["error"]["data"]
                return refused["reason"] == .string("work-required")
            }
            let work = try solve(refused["details"])
            let accepted = try await request(#","work":\#(work)"#)
            #expect(accepted["result"]["challengeId"].text != nil, "\(accepted)")
            let again = try await request(#","work":\#(work)"#)
            #expect(again["error"]["data"]["reason"] == .string("work-required"), "\(again)")
            let session = try await lines.call(
                "auth.login", #"{"email":\#(quoted(account.email)),"password":\#(quoted(account.password))}"#)
            let device = try #require(session["result"]["deviceToken"].text, "\(session)")
            let known = try await request(#","deviceToken":\#(quoted(device))"#)
            #expect(known["result"]["challengeId"].text != nil, "\(known)")
            #expect(try await instance.metric(#"vokol_auth_work_total{outcome="accepted"}"#, of: "auth") == 1)

            try await instance.execute("DELETE FROM password_reset WHERE email LIKE 'vain%'", in: "auth")
            try await restart(instance, isWorkOwed: false)
        }
    }
}
