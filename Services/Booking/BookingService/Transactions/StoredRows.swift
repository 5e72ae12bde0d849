import BookingContract
import Postgres
import Values

extension CustomerRow: ColumnReadable {
    /// The columns of the table `customer`.
    static let columns = "id, account_id, name, phone, email, language, known_at, hold_again_at"

    init(_ columns: inout ColumnReader) throws(PostgresError) {
        id = try columns.identifier()
        account = try columns.optionalIdentifier()
        name = try columns.text()
        phone = try columns.optionalText()
        email = try columns.optionalText()
        language = try columns.word()
        knownAt = try columns.instant()
        holdAgainAt = try columns.instant()
    }
}

extension SlotRange: ColumnReadable {
    /// The columns of a booking or a hold.
    static func columns(of table: String) -> String {
        ["reverse_id", "starts_at", "ends_at", "sets", "price", "currency"].map { "\(table).\($0)" }
            .joined(separator: ", ")
    }

    init(_ columns: inout ColumnReader) throws(PostgresError) {
        self.init(
            reverse: try columns.text(), start: try columns.instant(), end: try columns.instant(),
            sets: SetCount(unchecked: try columns.value()), price: try columns.value(), currency: try columns.text())
    }

    var values: NamedValues {
        [
            "reverse_id": reverse.text, "starts_at": start.milliseconds, "ends_at": end.milliseconds,
            "sets": sets.value, "price": price, "currency": currency.text,
        ]
    }
}

extension HoldRow: ColumnReadable {
    /// The columns of the table `hold` as `h`.
    static let columns = "h.id, h.customer_id, \(SlotRange.columns(of: "h")), h.made_at, h.expires_at"

    init(_ columns: inout ColumnReader) throws(PostgresError) {
        id = try columns.identifier()
        customer = try columns.identifier()
        slots = try SlotRange(&columns)
        madeAt = try columns.instant()
        expiresAt = try columns.instant()
    }
}
