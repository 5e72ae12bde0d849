import BookingContract
import Postgres
import Values

/// What takes time on the reverses within some days.
struct Occupancy: Sendable {
    struct Claim: Sendable {
        var reverse: ReverseID
        var atom: Int64
        /// Of a hold: when it runs out.
        var expiresAt: Instant?
    }

    struct Closing: Sendable {
        /// All reverses if absent.
        var reverse: ReverseID?
        var time: Range<Instant>
    }

    var claims: [Claim] = []
    var closings: [Closing] = []
    /// The numbers of the days, 0 for days that never changed.
    var versions: [Int: Int64] = [:]
}

/// The numbers by which is told whether what is known of days is still so.
struct DayVersions: Sendable {
    var configuration: Int64
    var days: [Int: Int64]
}

extension BookingStore {
    /// What takes the time of `days`, which lie within `time`; all of it as of one moment.
    func occupancy(_ days: ClosedRange<LocalDate>, time: Range<Instant>) async throws -> Occupancy {
        let rows = try await query(
            DayStatements.occupancy,
            [
                Atom.number(at: time.lowerBound), Atom.number(at: time.upperBound), time.lowerBound.milliseconds,
                time.upperBound.milliseconds, days.lowerBound.daysSince1970, days.upperBound.daysSince1970,
            ])
        var occupancy = Occupancy()
        for row in rows {
            let reverse = try row.decode(String?.self, at: 1).map(ReverseID.init(unchecked:))
            switch try row.decode(Int.self, at: 0) {
            case 1:
                guard let reverse else { continue }
                occupancy.claims.append(
                    Occupancy.Claim(
                        reverse: reverse, atom: try row.decode(Int64.self, at: 2),
                        expiresAt: try row.optionalInstant(at: 3)))
            case 2:
                let (from, to) = (try row.instant(at: 2), try row.instant(at: 3))
                occupancy.closings.append(Occupancy.Closing(reverse: reverse, time: from..<to))
            default: occupancy.versions[try row.decode(Int.self, at: 2)] = try row.decode(Int64.self, at: 3)
            }
        }
        return occupancy
    }

    /// The numbers of the configuration and of all days from `first` on that ever changed.
    func versions(from first: LocalDate) async throws -> DayVersions {
        var versions = DayVersions(configuration: 0, days: [:])
        for row in try await query(DayStatements.versions, [first.daysSince1970]) {
            if let day = try row.decode(Int?.self, at: 0) {
                versions.days[day] = try row.decode(Int64.self, at: 1)
            } else {
                versions.configuration = try row.decode(Int64.self, at: 1)
            }
        }
        return versions
    }

    /// The newest configuration; `nil` before the first.
    func configuration() async throws -> (version: Int64, document: String)? {
        try await query(DayStatements.configuration, []).first.map { (row) throws(PostgresError) in
            (try row.decode(Int64.self, at: 0), try row.decode(String.self, at: 1))
        }
    }
}

extension BookingTransaction {
    /// The number of the newest configuration; 0 before the first.
    func configurationVersion() async throws -> Int64 {
        try await query(DayStatements.configurationVersion, []).only { (row) throws(PostgresError) in
            try row.decode(Int64.self, at: 0)
        }
    }

    /// The newest configuration; `nil` before the first.
    func configuration() async throws -> (version: Int64, document: String)? {
        try await query(DayStatements.configuration, []).first.map { (row) throws(PostgresError) in
            (try row.decode(Int64.self, at: 0), try row.decode(String.self, at: 1))
        }
    }

    func insertConfiguration(_ version: Int64, _ document: String, by actor: Identifier?, now: Instant) async throws {
        try await query(
            DayStatements.insertConfiguration, [version, document, now.milliseconds, actor?.text])
    }
}

enum DayStatements {
    static let occupancy = PreparedStatement(
        "dayOccupancy",
        """
        SELECT 1, reverse_id, atom, expires_at FROM slot_claim WHERE atom >= $1 AND atom < $2
        UNION ALL
        SELECT 2, reverse_id, starts_at, ends_at FROM closure
        WHERE reopened_at IS NULL AND starts_at < $4 AND ends_at > $3
        UNION ALL
        SELECT 3, NULL, day, version FROM day_version WHERE day BETWEEN $5 AND $6
        """)
    static let versions = PreparedStatement(
        "dayVersions",
        """
        SELECT NULL::bigint, coalesce(max(version), 0) FROM configuration
        UNION ALL
        SELECT day, version FROM day_version WHERE day >= $1
        """)
    static let configuration = PreparedStatement(
        "configuration", "SELECT version, document FROM configuration ORDER BY version DESC LIMIT 1")
    static let configurationVersion = PreparedStatement(
        "configurationVersion", "SELECT coalesce(max(version), 0) FROM configuration")
    static let insertConfiguration = PreparedStatement(
        "configurationInsert",
        """
        INSERT INTO configuration (version, document, made_at, made_by) VALUES ($1, $2, $3, $4)
        ON CONFLICT (version) DO NOTHING
        """)
}
