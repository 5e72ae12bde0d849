import Logging
import Platform

/// Brings a database's schema up to date, on a connection of its own that blocks its thread.
struct Migrator {
    /// The key of the advisory lock for migrations: the letters "vokolmig".
    private static let lockKey: Int64 = 0x766F_6B6F_6C6D_6967
    /// The longest that a migration's statement waits for a lock; all other users of the table queue up behind it.
    private static let lockTimeout: Duration = .seconds(10)

    private static let createTable = """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            version BIGINT PRIMARY KEY,
            name TEXT NOT NULL,
            oldest_program BIGINT NOT NULL,
            applied_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
        )
        """

    let configuration: PostgresConfiguration
    let logger: Logger
    let isCancelled: @Sendable () -> Bool

    /// Runs the migrations that the database lacks.
    func run(_ migrations: [Migration], programVersion: Int, wake: WakeEvent) throws(PostgresError) {
        let session = try Session.connect(
            configuration.connectionSettings(lifetimeLimits: false), wake: wake,
            configuration: configuration, isStopping: isCancelled)
        try DatabaseCheck.check(session, deadline: .now + configuration.connectTimeout)
        // The end of the session releases the lock in any case.
        try takeLock(session)
        try execute(Self.createTable, session)
        let plan = try MigrationPlan(migrations, applied: applied(session), programVersion: programVersion)
        for migration in plan.pending { try apply(migration, session) }
    }

    private func takeLock(_ session: Session) throws(PostgresError) {
        try execute("SET client_min_messages = warning", session)
        try execute("SET lock_timeout = \(configuration.migrationLockTimeout.milliseconds)", session)
        do throws(PostgresError) {
            try session.run(
                .script("SELECT pg_advisory_lock(\(Self.lockKey))"),
                deadline: .now + configuration.migrationLockTimeout + configuration.connectTimeout,
                isStopping: isCancelled)
        } catch  where error.code == .lockNotAvailable {
            throw PostgresError(.lockNotAvailable, "another program has been migrating the database for too long")
        }
        try execute("SET lock_timeout = \(Self.lockTimeout.milliseconds)", session)
    }

    private func applied(_ session: Session) throws(PostgresError) -> [MigrationPlan.Applied] {
        let query = "SELECT version, name, oldest_program FROM schema_migrations ORDER BY version"
        guard let found = try session.run(.statement(query, .none), deadline: .now + configuration.statementTimeout)
        else { return [] }
        var applied: [MigrationPlan.Applied] = []
        for row in PostgresRows(storage: found) {
            applied.append(
                MigrationPlan.Applied(
                    version: try row.read("version"), name: try row.read("name"),
                    oldestProgram: try row.read("oldest_program")))
        }
        return applied
    }

    private func apply(_ migration: Migration, _ session: Session) throws(PostgresError) {
        let metadata: Logger.Metadata = ["version": "\(migration.version)", "name": "\(migration.name)"]
        do throws(PostgresError) {
            try execute("BEGIN", session)
            try session.run(
                .script(migration.sql), deadline: .now + configuration.migrationTimeout, isStopping: isCancelled)
            guard case .open = session.transactionStatus else {
                throw PostgresError(.other, "a migration must not end its own transaction")
            }
            try session.run(
                .statement(
                    "INSERT INTO schema_migrations (version, name, oldest_program) VALUES ($1, $2, $3)",
                    try PostgresParameters([migration.version, migration.name, migration.oldestProgram])),
                deadline: .now + configuration.statementTimeout)
            try session.run(
                .script("COMMIT"), deadline: .now + configuration.migrationTimeout, isStopping: isCancelled)
        } catch {
            var error = error
            error.message = "migration \(migration.version) (\(migration.name)): \(error.message)"
            throw error
        }
        logger.info("Migrated the database", metadata: metadata)
    }

    private func execute(_ sql: String, _ session: Session) throws(PostgresError) {
        try session.run(.script(sql), deadline: .now + configuration.statementTimeout, isStopping: isCancelled)
    }
}
