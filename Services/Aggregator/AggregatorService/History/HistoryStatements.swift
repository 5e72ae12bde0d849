import Postgres

/// The SQL of the history.
enum HistoryStatements {
    /// Locks an account's history: additions run one at a time, so that the limit holds and ids grow with time.
    static let lock = PreparedStatement(
        "historyLock", "SELECT pg_advisory_xact_lock(hashtextextended('history/' || $1, 0))")
    static let byKey = PreparedStatement(
        "historyByKey",
        """
        SELECT \(HistoryRow.columns), fingerprint
        FROM look_up WHERE account_id = $1::text::uuid AND call_key = $2
        """)
    static let recent = PreparedStatement(
        "historyRecent",
        """
        SELECT \(HistoryRow.columns)
        FROM look_up WHERE account_id = $1::text::uuid AND saved_at > $2 AND latitude = $3 AND longitude = $4
        ORDER BY id DESC LIMIT 1
        """)
    static let insert = PreparedStatement(
        "historyInsert",
        """
        INSERT INTO look_up (id, account_id, saved_at, call_key, fingerprint, latitude, longitude, label, precision,
            street, house, city, country, country_code, address_attribution, observed_at, condition, is_day,
            temperature, weather_attribution, is_simulated)
        VALUES ($1::text::uuid, $2::text::uuid, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
            $18, $19, $20, $21)
        """)
    static let trim = PreparedStatement(
        "historyTrim",
        """
        DELETE FROM look_up WHERE account_id = $1::text::uuid AND id IN (
            SELECT id FROM look_up WHERE account_id = $1::text::uuid ORDER BY id DESC OFFSET $2)
        """)
    static let page = PreparedStatement(
        "historyPage",
        """
        SELECT \(HistoryRow.columns)
        FROM look_up WHERE account_id = $1::text::uuid AND id < $2::text::uuid ORDER BY id DESC LIMIT $3
        """)
    static let one = PreparedStatement(
        "historyOne",
        """
        SELECT \(HistoryRow.columns)
        FROM look_up WHERE account_id = $1::text::uuid AND id = $2::text::uuid
        """)
    static let removeOne = PreparedStatement(
        "historyRemove", "DELETE FROM look_up WHERE account_id = $1::text::uuid AND id = $2::text::uuid")
    static let removeAll = PreparedStatement(
        "historyClear", "DELETE FROM look_up WHERE account_id = $1::text::uuid")
}
