import Postgres

/// The steps of the schema, in order.
enum ScheduleMigrations {
    /// What this program counts as when a database says how old the programs may be that it can live with.
    static let programVersion = 1

    static let all: [Migration] = [
        Migration(
            version: 1, name: "favourites", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0001_favourites_sql, as: UTF8.self))
    ]
}
