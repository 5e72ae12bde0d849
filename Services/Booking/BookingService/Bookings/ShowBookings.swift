import BookingContract
import Contract
import RPC
import Values

/// Implements `booking.get`: a booking of the caller, or any for the staff.
struct ShowBooking: Sendable {
    let store: BookingStore
    let customers: Customers

    func callAsFunction(_ params: Booking.Get.Params, _ caller: BookingCaller) async throws -> Booking.Record {
        let own = caller.isStaff ? nil : try await customers.existing(caller)?.id
        let booking = try await store.session(until: caller.deadline).bookings.get(params.id)
        guard let booking, caller.isStaff || booking.customer == own else { throw RPCError(.notFound) }
        return booking.view
    }
}

/// Implements `booking.history`: the caller's bookings, the upcoming ones ascending by start, all others descending.
struct ShowHistory: Sendable {
    let store: BookingStore
    let customers: Customers
    let now: @Sendable () -> Instant

    func callAsFunction(
        _ params: Booking.History.Params, _ caller: BookingCaller
    ) async throws -> Page<Booking.Record> {
        let filter = params.state ?? .all
        // Separate names, since a cursor of one order is meaningless in the other.
        let list = PagedList(filter == .upcoming ? "upcoming" : "history", filter.rawValue)
        let limit = (params.limit ?? .standard).value
        let page = try PageRequest(list, after: params.cursor, limit: limit)
        guard let customer = try await customers.existing(caller) else { return Page(items: [], nextCursor: nil) }
        let rows = try await store.session(until: caller.deadline).bookings.history(
            of: customer.id, filter, page, now: now())
        return list.page(
            rows, limit: limit, place: { PageKey(time: $0.slots.start.milliseconds, id: $0.id).place }, item: \.view)
    }
}
