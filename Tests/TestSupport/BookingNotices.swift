import Postgres

/// The notices about bookings, as the `booking` database records them.
extension RunningInstance {
    /// A booking whose reminder has been made due.
    public struct RemindedBooking: Sendable, Hashable {
        public var id: String
        public var phone: String
        public var reverse: String
        /// The start in milliseconds since 1970.
        public var start: Int64
        public var sets: Int

        init(_ row: PostgresRow) throws {
            id = try row.read("id")
            phone = try row.read("phone")
            reverse = try row.read("reverse_id")
            start = try row.read("starts_at")
            sets = try row.read("sets")
        }
    }

    private static let columns = "b.id::text AS id, c.phone, b.reverse_id, b.starts_at, b.sets"
    private static let source = "booking b JOIN customer c ON c.id = b.customer_id"

    /// Makes the reminders due of bookings that have no notice to come and start within two hours.
    ///
    /// - Parameters:
    ///   - phones: the numbers of the customers.
    ///   - reminded: the ids of bookings that were reminded of before.
    public func makeRemindersDue(
        to phones: [String], except reminded: Set<String>
    ) async throws -> [RemindedBooking] {
        let found = PreparedStatement(
            "unreminded",
            """
            SELECT \(Self.columns) FROM \(Self.source), (SELECT extract(epoch FROM now())::bigint * 1000 AS now) t
            WHERE b.state = 'booked' AND b.notice_at IS NULL AND b.starts_at > t.now + 60000
                AND b.starts_at < t.now + 7200000 AND c.phone = ANY(string_to_array(:phones, ','))
            """)
        // One by one: a statement that locks several bookings could wait for a call that waits for it.
        let due = PreparedStatement(
            "remind",
            """
            UPDATE booking b SET notice_kind = 'hoursBefore', notice_at = 0 FROM customer c
            WHERE b.id = :id::text::uuid AND c.id = b.customer_id AND b.state = 'booked' AND b.notice_at IS NULL
            RETURNING \(Self.columns)
            """)
        return try await withDatabase(of: "booking") { client in
            var bookings: [RemindedBooking] = []
            for row in try await client.query(found, ["phones": phones.joined(separator: ",")]) {
                let id = try row.read("id", as: String.self)
                guard !reminded.contains(id) else { continue }
                bookings += try await client.query(due, ["id": id]).map { try RemindedBooking($0) }
            }
            return bookings
        }
    }

    /// Returns the number of notices that are due, of messages that wait, and of messages that were given up.
    public func unsentNotices() async throws -> Int {
        try await number(
            "SELECT (SELECT count(*) FROM booking WHERE notice_at = 0) + (SELECT count(*) FROM outbox)", in: "booking")
    }

    /// Returns the number of these reminders that are still due.
    public func dueReminders(of bookings: [RemindedBooking]) async throws -> Int {
        let ids = bookings.map { "'\($0.id)'" }.joined(separator: ",")
        return ids.isEmpty
            ? 0
            : try await number(
                "SELECT count(*) FROM booking WHERE id IN (\(ids)) AND notice_kind = 'hoursBefore' AND notice_at = 0",
                in: "booking")
    }

    /// Returns those of the bookings that still exist at the same time, with the same sets.
    public func unchanged(_ bookings: [RemindedBooking]) async throws -> Set<RemindedBooking> {
        let sql = PreparedStatement(
            "unchanged",
            """
            SELECT \(Self.columns) FROM \(Self.source)
            WHERE b.state = 'booked' AND b.id::text = ANY(string_to_array(:ids, ','))
            """)
        let ids = bookings.map(\.id).joined(separator: ",")
        return try await withDatabase(of: "booking") { client in
            Set(try await client.query(sql, ["ids": ids]).map { try RemindedBooking($0) })
                .intersection(bookings)
        }
    }

    /// Returns the number of confirmations that each customer has been sent, and starts to count anew, as after a day.
    public func takeConfirmationCounts(of phones: [String]) async throws -> [String: Int] {
        let sql = PreparedStatement(
            "takeCounts",
            """
            WITH counted AS (SELECT id, confirmed_count FROM customer WHERE phone = :phone FOR UPDATE)
            UPDATE customer c SET confirmed_count = 0 FROM counted WHERE c.id = counted.id
            RETURNING counted.confirmed_count::bigint AS sent
            """)
        return try await withDatabase(of: "booking") { client in
            var counts: [String: Int] = [:]
            for phone in phones {
                for row in try await client.query(sql, ["phone": phone]) {
                    counts[phone, default: 0] += try row.read("sent", as: Int.self)
                }
            }
            return counts
        }
    }
}
