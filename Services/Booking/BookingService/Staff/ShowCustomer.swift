import BookingContract
import Contract
import Postgres
import RPC
import Values

/// Implements `booking.customer`: a customer with passes, bookings and receipts.
struct ShowCustomer: Sendable {
    let store: BookingStore
    let source: ParkSource
    let now: @Sendable () -> Instant

    /// The maximum number of bookings and of receipts in an answer.
    private static let limit = 50

    func callAsFunction(
        _ params: Booking.GetCustomer.Params, _ caller: BookingCaller
    ) async throws -> Booking.GetCustomer.Result {
        let park = try await source.park()
        let session = store.session(until: caller.deadline)
        guard let customer = try await session.board(in: park.currency).customer(params.id),
            let facts = try await session.customerFacts.get(params.id)
        else { throw RPCError(.notFound) }
        let passes = try await session.passes.usable(of: params.id, now: now()).map { row in
            row.view(named: park.name(of: row.product, in: caller.language))
        }
        let page = try PageRequest(PagedList("customerHistory"), after: nil, limit: Self.limit)
        let bookings = try await session.bookings.history(of: params.id, .all, page, now: now())
        let receipts = try await session.receipts.newest(of: params.id, limit: Self.limit)
        return Booking.GetCustomer.Result(
            customer: customer.view, email: facts.email, visits: facts.visits,
            left: passes.reduce(0) { $0 + $1.left }, passes: passes,
            bookings: bookings.prefix(Self.limit).map(\.view),
            receipts: receipts.map { $0.view(named: park.name(of: $0.product, in: caller.language)) })
    }
}

extension StatementRunner {
    fileprivate var customerFacts: CustomerFactsTable { CustomerFactsTable(session: self) }
}

/// The facts about one customer that the board does not show.
private struct CustomerFactsTable: Sendable {
    let session: any StatementRunner

    func get(_ id: Identifier) async throws -> (email: EmailAddress?, visits: Int)? {
        try await session.query(Self.get, ["id": id]).first.map { row in
            (try row.read("email"), try row.read("visits"))
        }
    }

    private static let get = PreparedStatement(
        "customerFacts",
        """
        SELECT email, (SELECT count(*) FROM booking b WHERE b.customer_id = k.id AND b.state = 'checkedIn') AS visits
        FROM customer k WHERE id = :id
        """)
}
