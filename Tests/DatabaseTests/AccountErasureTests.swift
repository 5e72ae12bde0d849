import Database
import Postgres
import Synchronization
import TestSupport
import Testing
import Values

/// Tests of the following of deleted accounts.
@Suite struct AccountErasureTests {
    private static let template = DatabaseTemplate(
        "erasure", migrations: [AccountErasure.migration(version: 1)], programVersion: 1)

    /// The list of deleted accounts, and what was erased.
    private final class Accounts: Sendable {
        let erased = Mutex<[String]>([])
        let isFailing = Mutex(false)
        /// Two a page, numbered from 1.
        let listed = (1...5).map { Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-00000000000\($0)") }

        func page(after number: Int64) -> ErasurePage {
            let rest = listed.dropFirst(Int(number)).prefix(2)
            return ErasurePage(accounts: Array(rest), next: number + Int64(rest.count))
        }

        func erase(_ account: Identifier) throws {
            struct Failure: Error {}
            if isFailing.withLock({ $0 }), account == listed[3] { throw Failure() }
            erased.withLock { $0.append(String(account.text.suffix(1))) }
        }
    }

    @Test func `Each deleted account is erased once, and a failed one again later`() async throws {
        try await PostgresCluster.withDatabase(like: Self.template) { configuration in
            try await PostgresCluster.withRunningClient(configuration) { client in
                let accounts = Accounts()
                let erasure = AccountErasure(
                    client: client, logger: LogRecorder().logger,
                    fetch: { accounts.page(after: $0) }, erase: { try accounts.erase($0) })
                accounts.isFailing.withLock { $0 = true }
                await #expect(throws: (any Error).self) { try await erasure.catchUp() }
                #expect(accounts.erased.withLock { $0 } == ["1", "2", "3"])
                accounts.isFailing.withLock { $0 = false }
                try await erasure.catchUp()
                try await erasure.catchUp()
                #expect(accounts.erased.withLock { $0 } == ["1", "2", "3", "3", "4", "5"])
            }
        }
    }

    @Test func `A database that was restored from a backup is erased again`() async throws {
        try await PostgresCluster.withDatabase(like: Self.template) { configuration in
            try await PostgresCluster.withRunningClient(configuration) { client in
                let accounts = Accounts()
                let erasure = AccountErasure(
                    client: client, logger: LogRecorder().logger,
                    fetch: { accounts.page(after: $0) }, erase: { try accounts.erase($0) })
                try await erasure.catchUp()
                _ = try await client.query(
                    PreparedStatement("restore", "UPDATE erasure SET last_number = 3"), [:])
                try await erasure.catchUp()
                #expect(accounts.erased.withLock { $0 } == ["1", "2", "3", "4", "5", "4", "5"])
            }
        }
    }
}
