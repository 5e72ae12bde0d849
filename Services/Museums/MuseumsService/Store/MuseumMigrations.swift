import Database
import Postgres

/// The migrations of the schema, in order.
enum MuseumMigrations {
    /// This program's version, compared with the oldest program that a schema admits.
    static let programVersion = 7

    static let all: [Migration] = [
        Migration(
            version: 1, name: "museums", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0001_museums_sql, as: UTF8.self)),
        Migration(
            version: 2, name: "pictures", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0002_pictures_sql, as: UTF8.self)),
        Migration(
            version: 3, name: "nearest", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0003_nearest_sql, as: UTF8.self)),
        Migration(
            version: 4, name: "word keys", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0004_word_keys_sql, as: UTF8.self)),
        Migration(
            version: 5, name: "facts", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0005_facts_sql, as: UTF8.self)),
        Migration(
            version: 6, name: "picture files", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0006_picture_files_sql, as: UTF8.self)),
        Migration(
            version: 7, name: "marks", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0007_marks_sql, as: UTF8.self)
                + AccountErasure.migration(version: 7).sql),
        Migration(
            version: 8, name: "edits", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0008_edits_sql, as: UTF8.self)),
        Migration(
            version: 9, name: "bundles", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0009_bundles_sql, as: UTF8.self)),
        Migration(
            version: 10, name: "complete words", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0010_complete_words_sql, as: UTF8.self)),
        Migration(
            version: 11, name: "edited facts", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0011_edited_facts_sql, as: UTF8.self)),
        Migration(
            version: 12, name: "mixed order", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0012_mixed_order_sql, as: UTF8.self)),
    ]
}
