/// The migrations that a program still has to run on a database, derived from the database's record of past ones.
struct MigrationPlan {
    /// The record of a migration that was run.
    struct Applied {
        var version: Int
        var name: String
        var oldestProgram: Int
    }

    /// The migrations to run, in order.
    let pending: [Migration]

    /// Compares the program's migrations with the recorded ones.
    ///
    /// - Throws: `incompatibleDatabase` if the program is too old for the database, or their histories differ;
    ///   `invalidConfiguration` if the migrations are not numbered in order.
    init(_ migrations: [Migration], applied: [Applied], programVersion: Int) throws(PostgresError) {
        for (earlier, later) in zip(migrations, migrations.dropFirst()) where earlier.version >= later.version {
            throw PostgresError(
                .invalidConfiguration, "migration \(later.version) is listed after migration \(earlier.version)")
        }
        if let first = migrations.first, first.version < 1 {
            throw PostgresError(.invalidConfiguration, "migrations are numbered from 1, not from \(first.version)")
        }
        if let newest = applied.max(by: { $0.oldestProgram < $1.oldestProgram }), newest.oldestProgram > programVersion
        {
            throw PostgresError(
                .incompatibleDatabase,
                "the database is too new for this program: migration \(newest.version) (\(newest.name)) needs version "
                    + "\(newest.oldestProgram) or later, this is version \(programVersion)")
        }
        let names = Dictionary(applied.map { ($0.version, $0.name) }) { first, _ in first }
        for migration in migrations {
            guard let name = names[migration.version], name != migration.name else { continue }
            throw PostgresError(
                .incompatibleDatabase,
                "the database's migration \(migration.version) is \(name), this program's is \(migration.name)")
        }
        pending = migrations.filter { names[$0.version] == nil }
        let newest = applied.map(\.version).max() ?? 0
        if let late = pending.first, late.version < newest {
            throw PostgresError(
                .incompatibleDatabase,
                "migration \(late.version) (\(late.name)) was never run, but migration \(newest) was")
        }
    }
}
