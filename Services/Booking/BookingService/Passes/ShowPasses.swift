import BookingContract
import Contract
import RPC
import Values

/// Implements `booking.pass`: the caller's passes that have sets, earliest expiry first, and the debts.
struct ShowPasses: Sendable {
    let store: BookingStore
    let source: ParkSource
    let customers: Customers
    let now: @Sendable () -> Instant

    func callAsFunction(_ caller: BookingCaller) async throws -> Booking.Passes.Result {
        let park = try await source.park()
        guard let customer = try await customers.existing(caller) else {
            return Booking.Passes.Result(items: [], left: 0, due: Money(amount: 0, currency: park.currency))
        }
        let session = store.session(until: caller.deadline)
        let items = try await session.passes.usable(of: customer.id, now: now()).map { row in
            row.view(named: park.name(of: row.product, in: caller.language))
        }
        let debts = try await session.debts.balances(of: customer.id, park.currency)
        return Booking.Passes.Result(
            items: items, left: items.reduce(0) { $0 + $1.left },
            due: Money(amount: debts.due, currency: park.currency), credit: debts.credit(in: park.currency))
    }
}

/// Implements `booking.ledger`.
///
/// The entries of the caller's account and of bookings made for its phone number, newest first.
struct ShowLedger: Sendable {
    let store: BookingStore
    let customers: Customers

    func callAsFunction(
        _ params: Booking.Ledger.Params, _ caller: BookingCaller
    ) async throws -> Page<Booking.LedgerEntry> {
        let list = PagedList("ledger")
        let limit = (params.limit ?? .standard).value
        let page = try PageRequest(list, after: params.cursor, limit: limit)
        guard let customer = try await customers.existing(caller) else { return Page(items: [], nextCursor: nil) }
        let rows = try await store.session(until: caller.deadline).ledgerEntries.page(of: customer.id, page)
        return list.page(rows, limit: limit, place: \.key.place, item: \.entry)
    }
}
