import Database
import Postgres

/// The migrations of the schema, in order.
enum AggregatorMigrations {
    /// This program's version, compared with the oldest program that a schema admits.
    static let programVersion = 1

    static let all: [Migration] = [
        Migration(
            version: 1, name: "aggregator", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0001_aggregator_sql, as: UTF8.self)),
        Migration(
            version: 2, name: "whole_look_up", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0002_whole_look_up_sql, as: UTF8.self)),
        AccountErasure.migration(version: 3),
        Migration(
            version: 4, name: "saved_cities", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0004_saved_cities_sql, as: UTF8.self)),
    ]
}
