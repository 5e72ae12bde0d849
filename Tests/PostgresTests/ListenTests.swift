import Synchronization
import TestSupport
import Testing

@testable import Postgres

@Suite(.timeLimit(.minutes(5))) struct ListenTests {
    /// The events of a channel, in order, for a test that waits for each.
    private final class Events: Sendable {
        let stream: AsyncStream<ChannelEvent>
        private let continuation: AsyncStream<ChannelEvent>.Continuation

        init() { (stream, continuation) = AsyncStream.makeStream() }

        func receive(_ event: ChannelEvent) { continuation.yield(event) }
    }

    @Test func `A commit notifies the listener, and a rollback does not`() async throws {
        try await PostgresCluster.withClient { client in
            let events = Events()
            var received = events.stream.makeAsyncIterator()
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await client.listen(to: "some_changes") { events.receive($0) } }
                #expect(await received.next() == .started)
                await #expect(throws: TestFailure.self) {
                    try await client.withTransaction { transaction in
                        try await transaction.run("SELECT pg_notify('some_changes', 'rolled back')")
                        throw TestFailure()
                    }
                }
                try await client.withTransaction { transaction in
                    _ = try await transaction.run("SELECT pg_notify('some_changes', 'committed')")
                }
                #expect(await received.next() == .notified("committed"))
                try await client.run("SELECT pg_notify('other_changes', 'unheard')")
                try await client.run("SELECT pg_notify('some_changes', '')")
                #expect(await received.next() == .notified(""))
                tasks.cancelAll()
                try await tasks.waitForAll()
            }
            // The connection is free for others again, or replaced.
            #expect(try await client.value(Int.self, "SELECT 1") == 1)
        }
    }

    @Test func `A listener ends as unavailable with its connection, and another one can start`() async throws {
        try await PostgresCluster.withClient { client in
            for _ in 0..<2 {
                let events = Events()
                var received = events.stream.makeAsyncIterator()
                let listening = Task { try await client.listen(to: "some_changes") { events.receive($0) } }
                #expect(await received.next() == .started)
                try await client.run(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND query LIKE 'LISTEN%'
                    """)
                let error = await postgresError { try await listening.value }
                #expect(error?.code == .unavailable)
            }
        }
    }

    @Test func `Statements run beside a listener, which keeps its connection`() async throws {
        try await PostgresCluster.withClient { client in
            let events = Events()
            var received = events.stream.makeAsyncIterator()
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await client.listen(to: "some_changes") { events.receive($0) } }
                #expect(await received.next() == .started)
                for number in 0..<20 {
                    #expect(try await client.value(Int.self, "SELECT \(number)") == number)
                }
                let listeners = try await client.value(
                    Int.self,
                    """
                    SELECT count(*)::int FROM pg_stat_activity
                    WHERE datname = current_database() AND query LIKE 'LISTEN%'
                    """)
                #expect(listeners == 1)
                tasks.cancelAll()
                try await tasks.waitForAll()
            }
        }
    }

    @Test(arguments: ["", "Some", "a;b", String(repeating: "a", count: 64)])
    func `A channel's name has lower-case letters and underscores only`(name: String) async throws {
        try await PostgresCluster.withClient { client in
            let error = await postgresError { try await client.listen(to: name) { _ in } }
            #expect(error?.code == .invalidParameter)
        }
    }
}
