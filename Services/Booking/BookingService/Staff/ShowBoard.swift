import AuthContract
import BookingContract
import Contract
import RPC
import ServiceRuntime
import Values

extension BookingService {
    /// A day at the park at a glance; or the bookings of whoever has a phone number with these last digits: of a day, or all
    /// that are to come.
    func board(_ params: Booking.Board.Params, _ caller: Caller) async throws -> Booking.Board.Result {
        let park = try await source.park()
        let date = params.date ?? park.zone.date(at: now())
        let time = park.zone.startOfDay(date)..<park.zone.startOfDay(date.advanced(byDays: 1))
        let (limit, deadline) = (Self.boardLimit, caller.deadline)
        let rows =
            if let digits = params.phoneDigits, params.date == nil {
                try await store.boardItems(
                    phoneDigits: digits, from: now(), park.currency, limit: limit, deadline: deadline)
            } else {
                try await store.boardItems(
                    within: time, of: params.phoneDigits, park.currency, limit: limit, deadline: deadline)
            }
        let creditors = try await store.creditors(
            phoneDigits: params.phoneDigits, park.currency, limit: Self.creditorLimit, deadline: deadline)
        var board = Booking.Board.Result(
            date: date, timeZone: park.settings.timeZone, items: rows.map(\.view), held: [], closures: [],
            creditors: creditors.map(\.view))
        if params.phoneDigits == nil {
            board.held = try await store.holds(within: time, now: now(), deadline: deadline).map(\.view)
            board.closures = try await store.closures(within: time, deadline: deadline).map(\.view)
        }
        return board
    }

    /// The most bookings of an answer: more than a park can hold on a day.
    private static let boardLimit = 1_000
    /// The most customers whom the park owes money: who is given it back makes room for the next.
    private static let creditorLimit = 200

    /// A booking as the staff sees it.
    func boardItem(_ id: Identifier, _ caller: Caller) async throws -> Booking.BoardItem {
        let park = try await source.park()
        guard let row = try await store.boardItem(id, park.currency, deadline: caller.deadline) else {
            throw RPCError(.notFound)
        }
        return row.view
    }

    /// Books for somebody who calls or has come: for the account with that number, or for the number alone.
    ///
    /// The first set may be running. A hold of the member of the staff, or of the customer, that overlaps the time is what is being booked: it ends.
    func bookFor(_ params: Booking.BookFor.Params, _ caller: Caller) async throws -> Booking.BoardItem {
        let call = try KeyedCall(Booking.BookFor.self, params, caller)
        let customer = try await callerCustomer(params, caller)
        let own = try await store.customer(of: caller.account, deadline: caller.deadline)?.id
        do {
            let (item, versions) = try await atDesk(customer.id, and: own, call.key, until: caller.deadline) { desk in
                if let item = try repeated(call, desk.kept) { return (item, [LocalDate: Int64]()) }
                let ride = try bookableRide(
                    params.reverseId, params.startsAt, params.sets, mayRun: true, at: desk)
                var holds = [desk.hold]
                if let own, own != customer.id { holds.append(try await desk.transaction.hold(of: own)) }
                let request = BookingRequest(
                    ride: ride, payWith: params.payWith, note: params.note, madeBy: caller.account,
                    holds: holds.compactMap { $0 }.filter { $0.ride.overlaps(ride) })
                let booking = try newBooking(request, at: desk)
                guard let known = try await desk.transaction.boardCustomer(customer.id, desk.park.currency) else {
                    throw RPCError(.internal, cause: "no such customer")
                }
                let item = BoardRow(booking: booking, customer: known).view
                let versions = try await make(
                    booking, request, .bookedFor, caller, call.key, call.answer(item), at: desk)
                return (item, versions)
            }
            board.changed(versions)
            if !versions.isEmpty { metrics.bookings.count(.booked) }
            return item
        } catch let error as RPCError {
            throw await withNextFree(error, sets: params.sets, after: params.startsAt)
        }
    }

    private func callerCustomer(_ params: Booking.BookFor.Params, _ caller: Caller) async throws -> CustomerRow {
        let person = try await people.person(AccountName(params.phone), deadline: caller.deadline)
        if var person {
            person.phone = person.phone ?? params.phone
            let known = try await store.customer(of: person.account, deadline: caller.deadline)
            return try await keep(person, of: known, nil, first: .russian, until: caller.deadline)
        }
        return try await store.inTransaction(until: caller.deadline) { transaction in
            let now = try await transaction.now()
            return try await transaction.keepCaller(
                id: makeID(now), name: params.name, phone: params.phone, language: .russian, now: now)
        }
    }

    /// The customer is here: what was set aside is used, what is due was paid.
    ///
    /// Who comes after all although somebody wrote down a no-show has no case, if nobody has decided it yet.
    func checkIn(_ params: Booking.CheckIn.Params, _ caller: Caller) async throws -> Booking.BoardItem {
        try await withBooking(params.id, caller) { booking, desk in
            if booking.state == .checkedIn { return }
            var booking = booking
            if booking.state == .noShow, try await desk.transaction.withdrawCase(of: booking.id) {
                if booking.charge == .undecided { booking.charge = .due }
            } else if booking.state != .booked {
                throw RPCError.notBooked
            }
            let zone = desk.desk.park.zone
            guard zone.date(at: booking.ride.start) <= zone.date(at: desk.now) else {
                throw RPCError(.conflict, reason: "too-early")
            }
            try await pay(booking, at: desk.desk)
            try await desk.transaction.setState(.checkedIn, of: booking.id)
            try await audit(.checkedIn, booking, caller, at: desk.desk)
        }
        return try await boardItem(params.id, caller)
    }

    /// Uses what was set aside for a booking, or takes the money that is due.
    func pay(_ booking: BookingRow, at desk: Desk) async throws {
        let cause = LedgerCause(customer: booking.customer, booking: booking.id)
        switch booking.charge {
        case .held:
            try await desk.transaction.resolve(
                booking.id, posting: true, cause, now: desk.now, id: { makeID(desk) })
        case .due:
            try await desk.transaction.receive(
                booking.ride.money, at: .till, kind: .paid, id: makeID(desk), cause, now: desk.now)
        case .charged, .returned, .none, .undecided: return
        }
        try await desk.transaction.setCharge(.charged, of: booking.id)
    }

    /// The customer did not come: the administrator decides what that means.
    func noShow(_ params: Booking.NoShow.Params, _ caller: Caller) async throws -> Booking.BoardItem {
        try await withBooking(params.id, caller) { booking, desk in
            if booking.state == .noShow { return }
            guard booking.state == .booked else { throw RPCError.notBooked }
            guard booking.ride.start <= desk.now else { throw RPCError(.conflict, reason: "too-early") }
            try await desk.transaction.setState(.noShow, of: booking.id)
            switch booking.charge {
            case .due: try await desk.transaction.setCharge(.undecided, of: booking.id)
            // As at any start: it makes no difference whether housekeeping was here before.
            case .held: try await pay(booking, at: desk.desk)
            case .charged, .returned, .none, .undecided: break
            }
            try await desk.transaction.openCase(makeID(desk.desk), .noShow, of: booking, now: desk.now)
            try await audit(.noShow, booking, caller, at: desk.desk)
        }
        return try await boardItem(params.id, caller)
    }

    /// Writes a note to a booking, or removes it.
    func note(_ params: Booking.Note.Params, _ caller: Caller) async throws -> Booking.BoardItem {
        try await withBooking(params.id, caller) { booking, desk in
            try await desk.transaction.setNote(params.note, of: booking.id)
        }
        return try await boardItem(params.id, caller)
    }

    func audit(_ event: AuditEntry.Event, _ booking: BookingRow, _ caller: Caller, at desk: Desk) async throws {
        try await desk.transaction.audit(
            AuditEntry(
                event: event, actor: caller.account, customer: booking.customer, booking: booking.id,
                traceID: caller.traceID),
            now: desk.now)
    }
}
