import BookingContract
import Contract
import Database
import Postgres
import RPC
import ServiceRuntime
import Values

/// Lines in and out: hands calls to the use cases and says what went wrong in the words of the contract.
struct BookingHandler: Sendable {
    let service: BookingService

    /// The methods of the service, all of them.
    func methods() -> MethodTable {
        var table = MethodTable(service: .booking, methods: Booking.methods, isOpen: false)
        addPark(to: &table)
        addBookings(to: &table)
        addPasses(to: &table)
        addStaff(to: &table)
        addAdministrators(to: &table)
        return table
    }

    private func addPark(to table: inout MethodTable) {
        let service = service
        table.on(Booking.Park.self) { _, context in
            try await answer { try await service.park(in: context.language) }
        }
        table.on(Booking.Days.self) { params, _ in try await answer { try await service.days(params) } }
        table.onEncoded(Booking.Slots.self) { params, _ in
            try await answer { EncodedResult(try await service.slots(params)) }
        }
    }

    private func addBookings(to table: inout MethodTable) {
        let service = service
        table.on(Booking.Hold.self) { params, context in
            try await answer { try await service.hold(params, Caller(context)) }
        }
        table.on(Booking.Release.self) { params, context in
            try await answer { try await service.release(params, Caller(context)) }
            return Empty()
        }
        table.on(Booking.Book.self) { params, context in
            try await answer { try await service.book(params, Caller(context)) }
        }
        table.on(Booking.Get.self) { params, context in
            try await answer { try await service.get(params, Caller(context)) }
        }
        table.on(Booking.History.self) { params, context in
            try await answer { try await service.history(params, Caller(context)) }
        }
        table.on(Booking.Cancel.self) { params, context in
            try await answer { try await service.cancel(params, Caller(context)) }
        }
        table.on(Booking.Reschedule.self) { params, context in
            try await answer { try await service.reschedule(params, Caller(context)) }
        }
        table.on(Booking.Cases.self) { params, context in
            try await answer { try await service.cases(params, Caller(context)) }
        }
    }

    private func addPasses(to table: inout MethodTable) {
        let service = service
        table.on(Booking.Passes.self) { _, context in
            try await answer { try await service.passes(Caller(context)) }
        }
        table.on(Booking.TopUp.self) { params, context in
            try await answer { try await service.topUp(params, Caller(context)) }
        }
        table.on(Booking.GetPayment.self) { params, context in
            try await answer { try await service.payment(params, Caller(context)) }
        }
        table.on(Booking.Ledger.self) { params, context in
            try await answer { try await service.ledger(params, Caller(context)) }
        }
        table.on(Booking.NotifyPayment.self) { request, context in
            try await answer { try await service.notified(request, deadline: context.deadline) }
            return Empty()
        }
    }

    private func addStaff(to table: inout MethodTable) {
        let service = service
        table.on(Booking.Board.self) { params, context in
            try await answer { try await service.board(params, Caller(context)) }
        }
        table.on(Booking.Affected.self) { params, context in
            try await answer { try await service.affected(params, Caller(context)) }
        }
        table.on(Booking.BookFor.self) { params, context in
            try await answer { try await service.bookFor(params, Caller(context)) }
        }
        table.on(Booking.CheckIn.self) { params, context in
            try await answer { try await service.checkIn(params, Caller(context)) }
        }
        table.on(Booking.NoShow.self) { params, context in
            try await answer { try await service.noShow(params, Caller(context)) }
        }
        table.on(Booking.Note.self) { params, context in
            try await answer { try await service.note(params, Caller(context)) }
        }
        table.on(Booking.Settle.self) { params, context in
            try await answer { try await service.settle(params, Caller(context)) }
        }
        table.on(Booking.PayBack.self) { params, context in
            try await answer { try await service.payBack(params, Caller(context)) }
        }
        table.on(Booking.Close.self) { params, context in
            try await answer { try await service.close(params, Caller(context)) }
        }
        table.on(Booking.Reopen.self) { params, context in
            try await answer { try await service.reopen(params, Caller(context)) }
        }
    }

    private func addAdministrators(to table: inout MethodTable) {
        let service = service
        table.on(Booking.OpenCases.self) { params, context in
            try await answer { try await service.openCases(params, Caller(context)) }
        }
        table.on(Booking.Decide.self) { params, context in
            try await answer { try await service.decide(params, Caller(context)) }
        }
        table.on(Booking.ReverseDecision.self) { params, context in
            try await answer { try await service.reverseDecision(params, Caller(context)) }
        }
        table.on(Booking.Refund.self) { params, context in
            try await answer { try await service.refund(params, Caller(context)) }
        }
        table.on(Booking.Configuration.self) { _, _ in try await answer { try await service.configuration() } }
        table.on(Booking.Configure.self) { params, context in
            try await answer { try await service.configure(params, Caller(context)) }
        }
    }
}

private func answer<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
        return try await body()
    } catch let error as PostgresError {
        throw RPCError(error)
    } catch is CancellationError {
        throw RPCError(.cancelled)
    }
}

extension Caller {
    /// - Throws: `unauthenticated` for a call without an account.
    init(_ context: CallContext) throws {
        guard let principal = context.principal, let account = Identifier(principal.sub) else {
            throw RPCError(.unauthenticated)
        }
        self.init(
            account: account, roles: principal.roles,
            namedLanguage: context.locale.map(Language.init(acceptLanguage:)),
            idempotencyKey: context.idempotencyKey, traceID: context.trace.traceID, deadline: context.deadline)
    }
}
