import BookingContract
import Postgres
import Values

extension StatementRunner {
    var days: DayTable { DayTable(session: self) }
}

extension TransactionSession {
    /// Runs statements, increments the versions of the dates, and commits, in one round trip.
    ///
    /// - Returns: the new versions.
    func commit(
        _ statements: [BoundStatement], touching dates: some Collection<LocalDate>
    ) async throws -> [LocalDate: Int64] {
        let results = try await query(together: statements + [DayTable.touching(dates)], committing: true)
        return try DayTable.versions(results[statements.count])
    }

    /// Increments the versions of the dates, and returns them; to be the last statement of a transaction.
    func touch(_ dates: some Collection<LocalDate>) async throws -> [LocalDate: Int64] {
        try DayTable.versions(await query(together: [DayTable.touching(dates)], committing: false)[0])
    }
}

/// The days with their claims, closures and versions.
struct DayTable: Sendable {
    let session: any StatementRunner

    /// Reads the occupancy of `days`, which lie within `time`, in one snapshot.
    func occupancy(_ days: ClosedRange<LocalDate>, time: Range<Instant>) async throws -> Occupancy {
        let rows = try await session.query(
            Self.occupancy,
            [
                "first_atom": Atom.number(at: time.lowerBound),
                "end_atom": Atom.number(at: time.upperBound), "starts_at": time.lowerBound,
                "ends_at": time.upperBound, "first_day": days.lowerBound, "last_day": days.upperBound,
            ])
        var occupancy = Occupancy()
        for row in rows {
            let kind = try row.read("kind", as: Int.self)
            let reverse = try row.read("reverse_id", as: ReverseID?.self)
            switch (kind, reverse) {
            case (1, let reverse?):
                occupancy.claims.append(
                    Occupancy.Claim(
                        reverse: reverse, atom: try row.read("first"), expiresAt: try row.read("second"),
                        owner: try row.read("owner_id"), account: try row.read("account_id")))
            case (2, _):
                occupancy.closings.append(
                    Occupancy.Closing(
                        reverse: reverse, time: try row.read("first")..<row.read("second"),
                        reason: try row.read("reason")))
            default: occupancy.versions[try row.read("first")] = try row.read("second", as: Int64.self)
            }
        }
        return occupancy
    }

    /// Returns the versions of the configuration and of all changed days from `first` on.
    func versions(from first: LocalDate) async throws -> DayVersions {
        var versions = DayVersions(configuration: 0, days: [:])
        for row in try await session.query(Self.versions, ["first_day": first]) {
            let day = try row.read("day", as: Int?.self)
            let version = try row.read("version", as: Int64.self)
            if let day { versions.days[day] = version } else { versions.configuration = version }
        }
        return versions
    }

    fileprivate static func touching(_ dates: some Collection<LocalDate>) throws -> BoundStatement {
        try BoundStatement(touch, ["days": Array(Set(dates))])
    }

    /// Reads returned rows of `day_version`.
    static func versions(_ rows: PostgresRows) throws -> [LocalDate: Int64] {
        var versions: [LocalDate: Int64] = [:]
        for row in rows {
            versions[try row.read("day")] = try row.read("version", as: Int64.self)
        }
        return versions
    }

    private static let occupancy = PreparedStatement(
        "dayOccupancy",
        """
        SELECT 1 AS kind, s.reverse_id, s.atom AS first, s.expires_at AS second,
            coalesce(s.booking_id, s.hold_id) AS owner_id, k.account_id, NULL AS reason
        FROM slot_claim s LEFT JOIN booking b ON b.id = s.booking_id LEFT JOIN hold h ON h.id = s.hold_id
            LEFT JOIN customer k ON k.id = coalesce(b.customer_id, h.customer_id)
        WHERE s.atom >= :first_atom AND s.atom < :end_atom
        UNION ALL
        SELECT 2, reverse_id, starts_at, ends_at, NULL, NULL, reason FROM closure
        WHERE reopened_at IS NULL AND starts_at < :ends_at AND ends_at > :starts_at
        UNION ALL
        SELECT 3, NULL, day, version, NULL, NULL, NULL FROM day_version WHERE day BETWEEN :first_day AND :last_day
        ORDER BY kind, first, second, reason
        """)
    private static let versions = PreparedStatement(
        "dayVersions",
        """
        SELECT NULL::bigint AS day, coalesce(max(version), 0) AS version FROM configuration
        UNION ALL
        SELECT day, version FROM day_version WHERE day >= :first_day
        """)
    private static let touch = PreparedStatement(
        "dayTouch",
        """
        INSERT INTO day_version (day, version) SELECT day, 1 FROM unnest(:days::bigint[]) AS day ORDER BY day
        ON CONFLICT (day) DO UPDATE SET version = day_version.version + 1
        RETURNING day, version
        """)
}
