import BookingContract
import Contract
import RPC
import Values

/// Implements `booking.cases`: the caller's cases, newest first.
struct ShowCases: Sendable {
    let store: BookingStore
    let customers: Customers

    func callAsFunction(_ params: Booking.Cases.Params, _ caller: BookingCaller) async throws -> Page<Booking.Case> {
        let list = PagedList("cases")
        let limit = (params.limit ?? .standard).value
        let page = try PageRequest(list, after: params.cursor, limit: limit)
        guard let customer = try await customers.existing(caller) else { return Page(items: [], nextCursor: nil) }
        let rows = try await store.session(until: caller.deadline).cases.page(of: customer.id, page)
        return list.page(rows, limit: limit, place: \.key.place, item: \.view)
    }
}

/// Implements `booking.openCases`: the undecided cases, the oldest first.
struct ShowOpenCases: Sendable {
    let store: BookingStore
    let source: ParkSource

    func callAsFunction(
        _ params: Booking.OpenCases.Params, _ caller: BookingCaller
    ) async throws -> Page<Booking.Case> {
        let park = try await source.park()
        let list = PagedList("openCases")
        let limit = (params.limit ?? .standard).value
        let page = try PageRequest(list, after: params.cursor, limit: limit)
        let rows = try await store.session(until: caller.deadline).cases.open(page, park.currency)
        return list.page(
            rows, limit: limit, place: \.sanctionCase.key.place,
            item: { row in
                var open = row.sanctionCase.view
                open.customer = row.item.customer.view
                open.charge = row.item.booking.chargeView
                return open
            })
    }
}

extension CaseRow {
    fileprivate var key: PageKey { PageKey(time: openedAt.milliseconds, id: id) }
}
