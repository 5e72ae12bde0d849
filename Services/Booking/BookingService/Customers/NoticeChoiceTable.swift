import BookingContract
import Postgres
import Values

extension StatementRunner {
    var noticeChoices: NoticeChoiceTable { NoticeChoiceTable(session: self) }
}

/// The choices of customers about notices.
struct NoticeChoiceTable: Sendable {
    let session: any StatementRunner

    /// Returns a customer's choice, or the default.
    func get(of customer: Identifier) async throws -> NoticeChoice {
        let rows = try await session.query(Self.get, ["customer_id": customer])
        guard let row = rows.first else { return NoticeChoice() }
        return NoticeChoice(
            channel: try row.read("channel", as: NoticeChannel.self), hasConfirmation: try row.read("confirms"),
            hasDayReminder: try row.read("reminds_day_before"),
            hasHourReminder: try row.read("reminds_hours_before"),
            quietFrom: TimeOfDay(unchecked: try row.read("quiet_from")),
            quietTo: TimeOfDay(unchecked: try row.read("quiet_to")))
    }

    func save(_ choice: Booking.SetNotices.Params, of customer: Identifier) async throws {
        try await session.query(
            Self.save,
            [
                "customer_id": customer, "channel": choice.channel, "confirms": choice.hasConfirmation,
                "day_before": choice.hasDayReminder, "hours_before": choice.hasHourReminder,
                "quiet_from": choice.quietFrom.text, "quiet_to": choice.quietTo.text,
            ])
    }

    /// Counts a confirmation; returns false, without effect, if the customer has reached the daily limit.
    func countConfirmation(of customer: Identifier, now: Instant) async throws -> Bool {
        try await session.query(Self.count, ["id": customer, "now": now]).affectedRows > 0
    }

    private static let get = PreparedStatement(
        "noticeChoice",
        """
        SELECT channel, confirms, reminds_day_before, reminds_hours_before, quiet_from, quiet_to
        FROM notice_choice WHERE customer_id = :customer_id
        """)
    private static let save = PreparedStatement(
        "noticeChoiceSave",
        """
        INSERT INTO notice_choice (
            customer_id, channel, confirms, reminds_day_before, reminds_hours_before, quiet_from, quiet_to)
        VALUES (:customer_id, :channel, :confirms, :day_before, :hours_before, :quiet_from, :quiet_to)
        ON CONFLICT (customer_id) DO UPDATE SET channel = excluded.channel, confirms = excluded.confirms,
            reminds_day_before = excluded.reminds_day_before, reminds_hours_before = excluded.reminds_hours_before,
            quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to
        """)
    private static let isNewPeriod = "confirmed_since <= :now::bigint - \(NoticeChoice.confirmationPeriod)"
    private static let count = PreparedStatement(
        "noticeCount",
        """
        UPDATE customer SET
            confirmed_count = CASE WHEN \(isNewPeriod) THEN 1 ELSE confirmed_count + 1 END,
            confirmed_since = CASE WHEN \(isNewPeriod) THEN :now ELSE confirmed_since END
        WHERE id = :id AND (\(isNewPeriod) OR confirmed_count < \(NoticeChoice.confirmationLimit))
        """)
}
