import BookingContract
import Contract
import RPC
import Values

/// Implements `booking.board`: shows a day at the park, or the bookings of phone numbers with certain last digits, on a
/// day or all upcoming ones.
struct ShowBoard: Sendable {
    let store: BookingStore
    let source: ParkSource
    let now: @Sendable () -> Instant

    /// The maximum number of bookings in an answer; a day at the park has fewer.
    private static let itemLimit = 1_000
    /// The maximum number of creditors in an answer; paid ones make room for the next.
    private static let creditorLimit = 200

    func callAsFunction(_ params: Booking.Board.Params, _ caller: BookingCaller) async throws -> Booking.Board.Result {
        let park = try await source.park()
        let date = params.date ?? park.zone.date(at: now())
        let time = park.zone.startOfDay(date)..<park.zone.startOfDay(date.advanced(byDays: 1))
        let session = store.session(until: caller.deadline)
        let table = session.board(in: park.currency)
        let rows =
            if let digits = params.phoneDigits, params.date == nil {
                try await table.upcoming(of: digits, from: now(), limit: Self.itemLimit)
            } else {
                try await table.items(within: time, of: params.phoneDigits, limit: Self.itemLimit)
            }
        let creditors = try await table.creditors(of: params.phoneDigits, limit: Self.creditorLimit)
        var board = Booking.Board.Result(
            date: date, timeZone: park.settings.timeZone, items: rows.map(\.view), held: [], closures: [],
            creditors: creditors.map(\.view))
        if params.phoneDigits == nil {
            board.held = try await session.holds.live(within: time, now: now()).map(\.view)
            board.closures = try await session.closures.touching(time).map(\.view)
        }
        return board
    }
}

/// Shows a booking as the staff sees it.
struct ShowBoardItem: Sendable {
    let store: BookingStore
    let source: ParkSource

    func callAsFunction(_ id: Identifier, _ caller: BookingCaller) async throws -> Booking.BoardItem {
        let park = try await source.park()
        guard let row = try await store.session(until: caller.deadline).board(in: park.currency).item(id) else {
            throw RPCError(.notFound)
        }
        return row.view
    }
}

/// Implements `booking.affected`: the bookings that a closure would cancel, or has cancelled, by time.
struct ShowAffectedBookings: Sendable {
    let store: BookingStore
    let source: ParkSource

    func callAsFunction(
        _ params: Booking.Affected.Params, _ caller: BookingCaller
    ) async throws -> Page<Booking.BoardItem> {
        let time = try checking { try ClosureRule.time(from: params.from, to: params.to) }
        let list = PagedList("affected", "\(params.from)", "\(params.to)", params.reverseId?.text ?? "")
        let limit = (params.limit ?? .standard).value
        let page = try PageRequest(list, after: params.cursor, limit: limit)
        let park = try await source.park()
        let rows = try await store.session(until: caller.deadline).board(in: park.currency).affected(
            within: time, on: params.reverseId, page)
        return list.page(
            rows, limit: limit,
            place: { PageKey(time: $0.booking.slots.start.milliseconds, id: $0.booking.id).place }, item: \.view)
    }
}
