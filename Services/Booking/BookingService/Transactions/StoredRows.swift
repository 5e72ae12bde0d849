import BookingContract
import Postgres
import Values

extension CustomerRow {
    /// The columns of the table `customer`.
    static let columns = "id, account_id, name, phone, email, language, known_at, hold_again_at"

    init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.read("id")
        account = try row.read("account_id")
        name = try row.read("name")
        phone = try row.read("phone")
        email = try row.read("email")
        language = try row.read("language")
        knownAt = try row.read("known_at")
        nextHoldAt = try row.read("hold_again_at")
    }
}

extension SlotRange {
    /// Returns the columns of a booking or a hold.
    static func columns(of table: String) -> String {
        ["reverse_id", "starts_at", "ends_at", "sets", "price", "currency"].map { "\(table).\($0)" }
            .joined(separator: ", ")
    }

    init(_ row: PostgresRow) throws(PostgresError) {
        self.init(
            reverse: try row.read("reverse_id"), start: try row.read("starts_at"), end: try row.read("ends_at"),
            sets: try row.read("sets"), price: try row.read("price"), currency: try row.read("currency"))
    }

    var values: NamedParameters {
        [
            "reverse_id": reverse, "starts_at": start, "ends_at": end, "sets": sets, "price": price,
            "currency": currency,
        ]
    }
}

extension HoldRow {
    /// The columns of the table `hold` as `h`.
    static let columns = "h.id, h.customer_id, \(SlotRange.columns(of: "h")), h.made_at, h.expires_at"

    init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.read("id")
        customer = try row.read("customer_id")
        slots = try SlotRange(row)
        heldSince = try row.read("made_at")
        expiresAt = try row.read("expires_at")
    }
}
