import Postgres
import Values

extension StatementRunner {
    var bookingNotices: BookingNoticeTable { BookingNoticeTable(session: self) }
}

/// The notices that customers are to get about their bookings.
struct BookingNoticeTable: Sendable {
    let session: any StatementRunner

    /// Returns bookings with a notice due.
    func due(before now: Instant, limit: Int) async throws -> [DueItem] {
        try await session.query(Self.due, ["now": now, "limit": limit]).map(DueItem.init)
    }

    /// Returns the next notice of a booking, if it is due; the customer must be locked.
    func next(of booking: Identifier, now: Instant) async throws -> BookingNotice? {
        try await session.query(Self.next, ["id": booking, "now": now]).first.map { try $0.read("notice_kind") }
    }

    /// Sets the next notice of a booking.
    func set(_ next: (kind: BookingNotice, at: Instant)?, of booking: Identifier) async throws {
        try await session.query(
            Self.set, ["id": booking, "kind": next?.kind ?? .confirmation, "at": next?.at])
    }

    private static let due = PreparedStatement(
        "bookingNoticesDue",
        """
        SELECT id, customer_id FROM booking WHERE notice_at <= :now AND notice_at IS NOT NULL
        ORDER BY notice_at, id LIMIT :limit
        """)
    private static let next = PreparedStatement(
        "bookingNoticeNext",
        "SELECT notice_kind FROM booking WHERE id = :id AND notice_at IS NOT NULL AND notice_at <= :now")
    private static let set = PreparedStatement(
        "bookingNoticeSet", "UPDATE booking SET notice_kind = :kind, notice_at = :at WHERE id = :id")
}
