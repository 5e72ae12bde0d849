import AuthAccounts
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
        return list.page(rows, limit: limit, place: \.sanctionCase.key.place, item: \.view)
    }
}

/// Implements `booking.appeals`: the appeals that await an answer, the oldest first.
struct ShowAppeals: Sendable {
    let store: BookingStore
    let source: ParkSource

    func callAsFunction(_ params: Booking.Appeals.Params, _ caller: BookingCaller) async throws -> Page<Booking.Case> {
        let park = try await source.park()
        let list = PagedList("appeals")
        let limit = (params.limit ?? .standard).value
        let page = try PageRequest(list, after: params.cursor, limit: limit)
        let rows = try await store.session(until: caller.deadline).cases.appealed(page, park.currency)
        return list.page(rows, limit: limit, place: \.appealKey.place, item: \.view)
    }
}

/// Implements `booking.decidedCases`: the decided cases, the last decision first.
struct ShowDecidedCases: Sendable {
    let store: BookingStore
    let source: ParkSource
    let people: any AccountDirectory

    func callAsFunction(
        _ params: Booking.DecidedCases.Params, _ caller: BookingCaller
    ) async throws -> Page<Booking.Case> {
        let park = try await source.park()
        let list = PagedList("decidedCases")
        let limit = (params.limit ?? .standard).value
        let page = try PageRequest(list, after: params.cursor, limit: limit)
        let rows = try await store.session(until: caller.deadline).cases.decided(page, park.currency)
        // At most two of each row of a page of 100, as many as `auth` accepts.
        let deciders = rows.prefix(limit).flatMap { [$0.decidedBy, $0.reversedBy].compactMap(\.self) }
        let names = await people.names(of: Set(deciders), until: caller.deadline)
        func administrator(_ account: Identifier?) -> Booking.Administrator? {
            account.map { Booking.Administrator(id: $0, name: names[$0].flatMap(CustomerName.init(cutting:))) }
        }
        return list.page(
            rows, limit: limit, place: \.decisionKey.place,
            item: { row in
                var decided = row.view
                decided.decidedBy = administrator(row.decidedBy)
                decided.reversedBy = administrator(row.reversedBy)
                return decided
            })
    }
}

extension BoardCaseRow {
    /// The case as administrators see it, without the names of those who decided.
    fileprivate var view: Booking.Case {
        var shown = sanctionCase.view
        shown.customer = item.customer.view
        shown.charge = item.booking.chargeView
        return shown
    }

    fileprivate var appealKey: PageKey {
        PageKey(time: (sanctionCase.appeal?.at ?? sanctionCase.openedAt).milliseconds, id: sanctionCase.id)
    }

    fileprivate var decisionKey: PageKey {
        PageKey(time: (sanctionCase.decision?.at ?? sanctionCase.openedAt).milliseconds, id: sanctionCase.id)
    }
}

extension CaseRow {
    fileprivate var key: PageKey { PageKey(time: openedAt.milliseconds, id: id) }
}
