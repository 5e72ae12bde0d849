import BookingContract
import Contract
import RPC
import Values

extension BookingService {
    /// The caller's passes with sets on them, the first to expire first.
    func passes(_ caller: Caller) async throws -> Booking.Passes.Result {
        let park = try await source.park()
        guard let customer = try await knownCustomer(caller) else {
            return Booking.Passes.Result(items: [], left: 0, due: Money(amount: 0, currency: park.currency))
        }
        let rows = try await store.passes(of: customer.id, now: now(), deadline: caller.deadline)
        let items = rows.map { row in
            let product = park.settings.products.first { $0.id == row.product }
            return Booking.Pass(
                id: row.id, productId: row.product,
                name: product?.name.text(in: caller.language).text ?? row.product.text, sets: row.sets,
                left: row.balance - row.pending, held: row.pending, expiresAt: row.expiresAt, boughtAt: row.boughtAt)
        }
        let owed = try await store.owed(with: customer.id, park.currency, deadline: caller.deadline)
        return Booking.Passes.Result(
            items: items, left: items.reduce(0) { $0 + $1.left },
            due: Money(amount: owed.due, currency: park.currency), credit: owed.credit(in: park.currency))
    }

    /// Every entry of the caller's account, and of what was booked for its telephone before, newest first.
    func ledger(_ params: Booking.Ledger.Params, _ caller: Caller) async throws -> Page<Booking.LedgerEntry> {
        let list = PageList(name: "ledger")
        let start = try params.cursor.map { try list.key(of: $0) }
        let limit = (params.limit ?? .standard).value
        guard let customer = try await knownCustomer(caller) else {
            return Page(items: [], nextCursor: nil)
        }
        let rows = try await store.ledger(
            of: customer.id, after: start, limit: limit + 1, deadline: caller.deadline)
        return list.page(rows, limit: limit, key: { PageKey(time: $0.number, id: $0.entry.id) }, view: { $0.entry })
    }
}
