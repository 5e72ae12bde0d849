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
        INSERT INTO look_up (id, account_id, saved_at, call_key, fingerprint, latitude, longitude, label, language,
            is_simulated, precision, street, house, city, region, country, country_code, distance, address_provider,
            address_attribution, address_fetched_at, address_is_stale, place_id, place_name, place_region, observed_at,
            time_zone, utc_offset, condition, is_day, temperature, feels_like, humidity, pressure, wind_speed,
            wind_gust, wind_direction, cloud_cover, precipitation, visibility, sunrise, sunset, weather_provider,
            weather_attribution, weather_fetched_at, weather_is_stale)
        VALUES (:id::text::uuid, :account::text::uuid, :saved_at, :key, :fingerprint, :latitude, :longitude, :label,
            :language, :is_simulated, :precision, :street, :house, :city, :region, :country, :country_code, :distance,
            :address_provider, :address_attribution, :address_fetched_at, :address_is_stale, :place_id, :place_name,
            :place_region, :observed_at, :time_zone, :utc_offset, :condition, :is_day, :temperature, :feels_like,
            :humidity, :pressure, :wind_speed, :wind_gust, :wind_direction, :cloud_cover, :precipitation, :visibility,
            :sunrise, :sunset, :weather_provider, :weather_attribution, :weather_fetched_at, :weather_is_stale)
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
