import AuthAccounts
import AuthContract
import Contract
import RPC
import Synchronization
import Testing
import Values

@Suite struct AccountDirectoryTests {
    /// A directory that records the deadlines of its calls; it knows each account unless it is unreachable.
    private final class RecordingDirectory: AccountDirectory {
        let deadlines = Mutex<[ContinuousClock.Instant]>([])
        private let isReachable: Bool

        init(isReachable: Bool = true) { self.isReachable = isReachable }

        func profiles(
            of accounts: [AccountName], until deadline: ContinuousClock.Instant
        ) async throws -> [Auth.Profiles.Profile] {
            deadlines.withLock { $0.append(deadline) }
            guard isReachable else { throw RPCError(.unavailable) }
            return accounts.map { Auth.Profiles.Profile(account: $0, id: Identifier(unchecked: $0.text), name: "Ada") }
        }
    }

    private let account = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")

    @Test func `Names take at most half of the remaining time`() async throws {
        let directory = RecordingDirectory()
        let deadline = ContinuousClock.now + .seconds(1_000)
        #expect(await directory.names(of: [account], until: deadline) == [account: "Ada"])
        let used = try #require(directory.deadlines.withLock { $0.first })
        // The half of what was left a moment later, on a machine that is not slower by minutes.
        #expect(deadline - used > .seconds(400) && deadline - used <= .seconds(500))
    }

    @Test func `An answer goes without names while accounts cannot be read`() async {
        let directory = RecordingDirectory(isReachable: false)
        #expect(await directory.names(of: [account], until: .now + .seconds(1)).isEmpty)
    }

    @Test func `Names of no accounts need no call`() async {
        let directory = RecordingDirectory()
        #expect(await directory.names(of: [], until: .now + .seconds(1)).isEmpty)
        #expect(directory.deadlines.withLock { $0.isEmpty })
    }
}
