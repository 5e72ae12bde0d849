import Database
import Postgres

/// The migrations of the schema, in order.
enum ScheduleMigrations {
    /// This program's version, compared with the oldest program that a schema admits.
    static let programVersion = 1

    static let all: [Migration] = [
        Migration(
            version: 1, name: "favourites", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0001_favourites_sql, as: UTF8.self)),
        AccountErasure.migration(version: 2),
        Migration(
            version: 3, name: "changes and calendars", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0003_changes_and_calendars_sql, as: UTF8.self)),
        Migration(
            version: 4, name: "rooms", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0004_rooms_sql, as: UTF8.self)),
    ]
}
