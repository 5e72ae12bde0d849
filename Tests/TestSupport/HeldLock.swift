import Postgres

/// A lock in a service's database that a test holds, so that calls stay in flight.
public struct HeldLock: Sendable {
    fileprivate let client: PostgresClient
    /// The backend process that holds the lock.
    fileprivate let holder: Int

    /// Waits until this many statements wait for the lock.
    public func waitForStatements(_ count: Int) async throws {
        try await Processes.wait("\(count) statements to wait for a lock") {
            let waiting: Int = try await client.query(Self.waiting, ["holder": holder]).only.read("count")
            return waiting >= count
        }
    }

    private static let waiting = PreparedStatement(
        "lockWaiting",
        "SELECT count(*) AS count FROM pg_stat_activity WHERE :holder::integer = ANY (pg_blocking_pids(pid))")
    fileprivate static let pid = PreparedStatement("lockHolder", "SELECT pg_backend_pid()::bigint AS pid")
}

extension RunningInstance {
    /// Runs `body` while a lock is held in the database of a service.
    ///
    /// - Parameter statement: the statement that takes the lock, such as `LOCK TABLE favourite`.
    public func holdingLock<Value: Sendable>(
        _ statement: String, in service: String, _ body: @escaping @Sendable (HeldLock) async throws -> Value
    ) async throws -> Value {
        try await withDatabase(of: service) { client in
            try await client.withTransaction { transaction in
                _ = try await transaction.query(PreparedStatement("lock", statement))
                let holder: Int = try await transaction.query(HeldLock.pid).only.read("pid")
                return try await body(HeldLock(client: client, holder: holder))
            }
        }
    }
}
