import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct AuditTrail {
        /// Changes entries as somebody does who may do everything in the database, and puts them back after `body`.
        private func tampering(
            _ statements: [String], at instance: RunningInstance, _ body: () async throws -> Void
        ) async throws {
            let frame = ["ALTER TABLE audit DISABLE TRIGGER USER", "ALTER TABLE audit ENABLE TRIGGER USER"]
            try await instance.execute("CREATE TABLE kept AS SELECT * FROM audit WHERE chain IS NOT NULL", in: "auth")
            for statement in [frame[0]] + statements + [frame[1]] { try await instance.execute(statement, in: "auth") }
            try await body()
            let restore = [
                "DELETE FROM audit WHERE chain IS NOT NULL",
                "INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM kept", "DROP TABLE kept",
            ]
            for statement in [frame[0]] + restore + [frame[1]] { try await instance.execute(statement, in: "auth") }
        }

        @Test func `An operator learns that somebody changed, removed or reordered one entry`() async throws {
            let instance = try await Instances.plain.value
            // At least three entries: the demonstration account, and two roles.
            _ = try await Guest.register("park.staff", "park.admin", at: instance)
            let whole = try await instance.vokol("audit", ["verify"])
            #expect(whole.code == 0 && whole.output.contains("the chain is whole"), "\(whole)")
            let end = try #require(whole.output.split(separator: " ").last?.trimmingCharacters(in: .newlines))
            #expect(try await instance.vokol("audit", ["verify", end]).code == 0)

            let cases = [
                (["UPDATE audit SET subject = 'admin' WHERE chain = 2"], "entry 2, or one before it, was altered"),
                (["DELETE FROM audit WHERE chain = 1"], "entry 1 of the chain is missing"),
                (
                    [(2, -2), (3, 2), (-2, 3)].map { "UPDATE audit SET chain = \($1) WHERE chain = \($0)" },
                    "entry 2, or one before it, was altered"
                ),
            ]
            for (statements, sentence) in cases {
                try await tampering(statements, at: instance) {
                    let broken = try await instance.vokol("audit", ["verify"])
                    #expect(broken.code == 1 && broken.output.contains(sentence), "\(statements): \(broken)")
                }
            }
            let last = "DELETE FROM audit WHERE chain = (SELECT max(chain) FROM audit)"
            try await tampering([last], at: instance) {
                let cut = try await instance.vokol("audit", ["verify", end])
                #expect(cut.code == 1 && cut.output.contains("is not the one that was noted"), "\(cut)")
            }
            #expect(try await instance.vokol("audit", ["verify", end]).code == 0)
        }
    }
}
