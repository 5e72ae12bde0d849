import Postgres
import Values

/// The record of a booking that is made or moved: the audit entry, the stored answer, and the dates that change.
struct BookingRecord: Sendable {
    var entry: BookingAuditEntry
    var key: AnswerKey
    var answer: StoredAnswer
    var dates: Set<LocalDate>

    fileprivate var values: NamedParameters {
        entry.values + key.values + answer.values + ["days": Array(dates)]
    }
}

extension CustomerTransaction {
    var newBookings: NewBookingTable { NewBookingTable(transaction: self) }
}

/// Inserts bookings together with their claims.
struct NewBookingTable: Sendable {
    let transaction: CustomerTransaction

    /// Claims the slots, inserts the booking, writes the record and commits, in one round trip.
    ///
    /// Unless all the slots can be claimed, nothing is claimed, inserted or recorded.
    ///
    /// - Returns: the new versions of the days; `nil` if the slots cannot be claimed.
    func insertAndCommit(_ booking: BookingRow, _ record: BookingRecord) async throws -> [LocalDate: Int64]? {
        let statement = try BoundStatement(
            Self.make,
            booking.values + record.values + ["now": transaction.now])
        let versions = try await claiming {
            try DayTable.versions(await transaction.query(together: [statement], committing: true)[0])
        }
        return versions?.isEmpty == false ? versions : nil
    }

    /// Claims the slots and inserts the booking; returns false if the slots cannot be claimed.
    ///
    /// - Parameter replaced: the bookings and holds that give way.
    func insert(_ booking: BookingRow, replacing replaced: [Identifier]) async throws -> Bool {
        try await claiming {
            try await transaction.query(
                Self.claimAndInsert,
                booking.values + ["now": transaction.now, "replaced": replaced]
            ).affectedRows == 1
        } ?? false
    }

    /// Runs statements, writes the record of a booking made or moved, and commits, in one round trip.
    ///
    /// - Returns: the new versions of the days.
    func commit(_ statements: [BoundStatement], _ record: BookingRecord) async throws -> [LocalDate: Int64] {
        let last = try BoundStatement(Self.record, record.values + ["now": transaction.now])
        let results = try await transaction.query(together: statements + [last], committing: true)
        return try DayTable.versions(results[statements.count])
    }

    /// Runs a statement that claims slots for a new booking.
    ///
    /// If only a part can be claimed, the booking is not inserted, and its claims violate their foreign key.
    ///
    /// - Returns: `nil` in that case.
    private func claiming<Value>(_ body: () async throws -> Value) async throws -> Value? {
        do {
            return try await body()
        } catch let error as PostgresError where error.constraint == "slot_claim_booking_id_fkey" {
            return nil
        }
    }

    /// SQL that inserts the booking if all its slots were claimed.
    private static let inserted = """
        INSERT INTO booking (
            id, customer_id, reverse_id, starts_at, ends_at, sets, state, pay_with, charge_state, price, currency,
            time_zone, free_cancellation_ms, undo_ms, configuration_version, note, made_at, made_by)
        SELECT :id::uuid, :customer_id::uuid, :reverse_id, :starts_at, :ends_at, :sets, :state, :pay_with,
            :charge_state, :price, :currency, :time_zone, :free_cancellation_ms, :undo_ms, :configuration_version,
            :note, :made_at, :made_by::uuid
        WHERE \(SlotClaimTable.isAll)
        """

    /// Returns SQL that writes a ``BookingRecord``, or nothing if `source` has no row.
    ///
    /// The days come last, because many bookings contend for the row of one day.
    private static func recorded(if source: String? = nil) -> String {
        let source = source.map { "FROM \($0) " } ?? ""
        return """
            audited AS (
                INSERT INTO audit (at, event, actor, customer_id, booking_id, subject, trace_id)
                SELECT :now::bigint, :event, :actor::uuid, :audited_customer::uuid, :audited_booking::uuid,
                    :subject, :trace_id \(source)RETURNING 1),
            answered AS (
                INSERT INTO idempotency_key (account_id, method, key, fingerprint, answer, made_at)
                SELECT :account_id::uuid, :method, :key, :fingerprint::bytea, :answer::bytea, :now::bigint
                    \(source)RETURNING 1)
            INSERT INTO day_version (day, version)
            SELECT day, 1 FROM unnest(:days::bigint[]) AS day
            WHERE (SELECT count(*) FROM audited) + (SELECT count(*) FROM answered) = 2 ORDER BY day
            ON CONFLICT (day) DO UPDATE SET version = day_version.version + 1
            RETURNING day, version
            """
    }

    private static let claimAndInsert = PreparedStatement(
        "claimAndInsert",
        """
        WITH claimed AS (
            \(SlotClaimTable.claimed(booking: ":id", hold: "NULL", expiry: "NULL", replaced: ":replaced")))
        \(inserted)
        """)
    private static let make = PreparedStatement(
        "bookingMake",
        """
        WITH claimed AS (\(SlotClaimTable.claimed(booking: ":id", hold: "NULL", expiry: "NULL"))),
        made AS (\(inserted) RETURNING id),
        \(recorded(if: "made"))
        """)
    private static let record = PreparedStatement("bookingRecord", "WITH \(recorded())")
}
