import Database
import Notify
import Postgres

/// The migrations, in order.
enum BookingMigrations {
    /// This program's version, compared with the oldest program that a schema admits.
    static let programVersion = 1

    static let all: [Migration] = [
        Migration(
            version: 1, name: "booking", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0001_booking_sql, as: UTF8.self)),
        Outbox.migration(version: 2, oldestProgram: 1),
        Migration(
            version: 3, name: "claims", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0003_claims_sql, as: UTF8.self)),
        Migration(
            version: 4, name: "refunds", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0004_refunds_sql, as: UTF8.self)),
        Migration(
            version: 5, name: "debts", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0005_debts_sql, as: UTF8.self)),
        Migration(
            version: 6, name: "undo", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0006_undo_sql, as: UTF8.self)),
        Migration(
            version: 7, name: "purchases", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0007_purchases_sql, as: UTF8.self)),
        Migration(
            version: 8, name: "decisions", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0008_decisions_sql, as: UTF8.self)),
        AccountErasure.migration(version: 9),
        Migration(
            version: 10, name: "exports", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0010_exports_sql, as: UTF8.self)),
        Migration(
            version: 11, name: "notices", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0011_notices_sql, as: UTF8.self)),
        Migration(
            version: 12, name: "appeals", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0012_appeals_sql, as: UTF8.self)),
        Migration(
            version: 13, name: "receipts", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0013_receipts_sql, as: UTF8.self)),
        Migration(
            version: 14, name: "waitlist", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0014_waitlist_sql, as: UTF8.self)),
        Migration(
            version: 15, name: "reports", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0015_reports_sql, as: UTF8.self)),
        Migration(
            version: 16, name: "calendar", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0016_calendar_sql, as: UTF8.self)),
    ]
}
