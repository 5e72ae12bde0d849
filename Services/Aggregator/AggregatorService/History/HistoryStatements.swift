import Postgres

/// The SQL of the history.
enum HistoryStatements {
    /// Locks an account's history: serializes additions, so that the limit holds and ids grow with time.
    static let lock = PreparedStatement(
        "historyLock", "SELECT pg_advisory_xact_lock(hashtextextended('history/' || :account, 0))")
    static let byKey = PreparedStatement(
        "historyByKey",
        """
        SELECT \(HistoryRow.columns), fingerprint
        FROM look_up WHERE account_id = :account::text::uuid AND call_key = :key
        """)
    static let recent = PreparedStatement(
        "historyRecent",
        """
        SELECT \(HistoryRow.columns)
        FROM look_up WHERE account_id = :account::text::uuid AND saved_at > :since
            AND latitude = :latitude AND longitude = :longitude
        ORDER BY id DESC LIMIT 1
        """)
    static let insert = PreparedStatement(
        "historyInsert",
        """
        INSERT INTO look_up (id, account_id, saved_at, call_key, fingerprint, latitude, longitude, label, precision,
            street, house, city, country, country_code, address_attribution, observed_at, condition, is_day,
            temperature, weather_attribution, is_simulated)
        VALUES (:id::text::uuid, :account::text::uuid, :saved_at, :key, :fingerprint, :latitude, :longitude, :label,
            :precision, :street, :house, :city, :country, :country_code, :address_attribution,
            :observed_at, :condition, :is_day, :temperature, :weather_attribution, :is_simulated)
        """)
    static let trim = PreparedStatement(
        "historyTrim",
        """
        DELETE FROM look_up WHERE account_id = :account::text::uuid AND id IN (
            SELECT id FROM look_up WHERE account_id = :account::text::uuid ORDER BY id DESC OFFSET :limit)
        """)
    static let page = PreparedStatement(
        "historyPage",
        """
        SELECT \(HistoryRow.columns)
        FROM look_up WHERE account_id = :account::text::uuid AND id < :after_id::text::uuid
        ORDER BY id DESC LIMIT :limit
        """)
    static let one = PreparedStatement(
        "historyOne",
        """
        SELECT \(HistoryRow.columns)
        FROM look_up WHERE account_id = :account::text::uuid AND id = :id::text::uuid
        """)
    static let removeOne = PreparedStatement(
        "historyRemove", "DELETE FROM look_up WHERE account_id = :account::text::uuid AND id = :id::text::uuid")
    static let removeAll = PreparedStatement(
        "historyClear", "DELETE FROM look_up WHERE account_id = :account::text::uuid")
}
