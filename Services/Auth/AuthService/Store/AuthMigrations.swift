import Notify
import Postgres

/// The migrations of the schema, in order.
enum AuthMigrations {
    /// This program's version, compared with the oldest program that a schema admits.
    static let programVersion = 2

    static let all: [Migration] = [
        Migration(
            version: 1, name: "accounts", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0001_accounts_sql, as: UTF8.self)),
        Outbox.migration(version: 2, oldestProgram: 1),
        Migration(
            version: 3, name: "known places", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0003_known_places_sql, as: UTF8.self)),
        Migration(
            version: 4, name: "people", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0004_people_sql, as: UTF8.self)),
        Migration(
            version: 5, name: "phone challenges", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0005_phone_challenges_sql, as: UTF8.self)),
        Migration(
            version: 6, name: "account e-mails", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0006_account_emails_sql, as: UTF8.self)),
        Migration(
            version: 7, name: "password resets", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0007_password_resets_sql, as: UTF8.self)),
        Migration(
            version: 8, name: "access", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0008_access_sql, as: UTF8.self)),
        Migration(
            version: 9, name: "code limits", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0009_code_limits_sql, as: UTF8.self)),
        Migration(
            version: 10, name: "rights", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0010_rights_sql, as: UTF8.self)),
        Migration(
            version: 12, name: "appeal networks", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0012_appeal_networks_sql, as: UTF8.self)),
        Migration(
            version: 13, name: "accounts", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0013_accounts_sql, as: UTF8.self)),
        Migration(
            version: 14, name: "account indexes", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0014_account_indexes_sql, as: UTF8.self)),
        Migration(
            version: 15, name: "factors", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0015_factors_sql, as: UTF8.self)),
        Migration(
            version: 16, name: "spent work", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0016_spent_work_sql, as: UTF8.self)),
    ]
}
