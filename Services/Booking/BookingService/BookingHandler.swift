import BookingContract
import Contract
import Database
import RPC
import ServiceRuntime
import Values

/// Maps the methods of the contract to the use cases.
struct BookingHandler: Sendable {
    let service: BookingService
    let hints: HintLog

    /// Returns all methods of the service.
    func methods() -> MethodTable {
        var table = MethodTable(service: .booking, methods: Booking.methods, isOpen: false)
        addPark(to: &table)
        addCustomers(to: &table)
        addStaff(to: &table)
        addAdministrators(to: &table)
        table.on(Booking.Hints.self) { [hints] position, context in
            await hints.answer(position, deadline: context.deadline)
        }
        return table
    }

    private func addPark(to table: inout MethodTable) {
        table.on(Booking.Park.self) { [park = service.park] _, context in
            try await park(in: context.language)
        }
        table.on(Booking.Days.self) { [days = service.days] params, context in
            try await days(params, in: context.language)
        }
        table.onEncoded(Booking.Slots.self) { [slots = service.slots] params, context in
            let account = context.principal == nil ? nil : try context.account()
            return EncodedResult(try await slots(params, account, in: context.language))
        }
    }

    private func addCustomers(to table: inout MethodTable) {
        table.add(Booking.Hold.self, service.hold.callAsFunction)
        table.add(Booking.Release.self) { [release = service.release] params, caller in
            try await release(params, caller)
            return Empty()
        }
        table.onEncoded(Booking.Book.self) { [book = service.book] params, context in
            EncodedResult(try await book.answer(params, BookingCaller(context)))
        }
        table.add(Booking.Get.self, service.get.callAsFunction)
        table.add(Booking.History.self, service.history.callAsFunction)
        table.add(Booking.Cancel.self, service.cancel.callAsFunction)
        table.add(Booking.Reschedule.self, service.reschedule.callAsFunction)
        table.add(Booking.Cases.self, service.cases.callAsFunction)
        table.add(Booking.Explain.self, service.explain.callAsFunction)
        table.add(Booking.AppealDecision.self, service.appeal.callAsFunction)
        table.add(Booking.Notices.self) { [notices = service.notices] _, caller in try await notices(caller) }
        table.add(Booking.SetNotices.self, service.setNotices.callAsFunction)
        table.add(Booking.Calendar.self) { [calendar = service.calendar] _, caller in try await calendar(caller) }
        table.add(Booking.MakeCalendar.self) { [make = service.makeCalendar] _, caller in try await make(caller) }
        table.add(Booking.RemoveCalendar.self) { [remove = service.removeCalendar] _, caller in
            try await remove(caller)
            return Empty()
        }
        table.on(Booking.CalendarFile.self) { [file = service.calendarFile] params, context in
            try await file(params, deadline: context.deadline)
        }
        table.add(Booking.Wait.self, service.wait.callAsFunction)
        table.add(Booking.Waitlist.self) { [waitlist = service.waitlist] _, caller in try await waitlist(caller) }
        table.add(Booking.LeaveWaitlist.self) { [leave = service.leaveWaitlist] params, caller in
            try await leave(params, caller)
            return Empty()
        }
        table.on(Booking.Export.self) { [export = service.export] params, context in
            try await export.page(params, of: context.account(), deadline: context.deadline)
        }
        table.add(Booking.Passes.self) { [passes = service.passes] _, caller in try await passes(caller) }
        table.add(Booking.TopUp.self, service.topUp.callAsFunction)
        table.add(Booking.GetPayment.self, service.payment.callAsFunction)
        table.add(Booking.Ledger.self, service.ledger.callAsFunction)
        table.on(Booking.NotifyPayment.self) { [notifyPayment = service.notifyPayment] request, context in
            try await notifyPayment(request, deadline: context.deadline)
            return Empty()
        }
    }

    private func addStaff(to table: inout MethodTable) {
        table.add(Booking.Board.self, service.board.callAsFunction)
        table.add(Booking.BoardDays.self, service.boardDays.callAsFunction)
        table.add(Booking.Affected.self, service.affected.callAsFunction)
        table.add(Booking.BookFor.self, service.bookFor.callAsFunction)
        table.add(Booking.CheckIn.self, service.checkIn.callAsFunction)
        table.add(Booking.NoShow.self, service.noShow.callAsFunction)
        table.add(Booking.Note.self, service.note.callAsFunction)
        table.add(Booking.Customers.self, service.findCustomers.callAsFunction)
        table.add(Booking.GetCustomer.self, service.customer.callAsFunction)
        table.add(Booking.SellPass.self, service.sellPass.callAsFunction)
        table.add(Booking.CorrectPass.self, service.correctPass.callAsFunction)
        table.add(Booking.Settle.self, service.settle.callAsFunction)
        table.add(Booking.PayBack.self, service.payBack.callAsFunction)
        table.add(Booking.Close.self, service.close.callAsFunction)
        table.add(Booking.Reopen.self, service.reopen.callAsFunction)
    }

    private func addAdministrators(to table: inout MethodTable) {
        table.add(Booking.OpenCases.self, service.openCases.callAsFunction)
        table.add(Booking.DecidedCases.self, service.decidedCases.callAsFunction)
        table.add(Booking.Decide.self, service.decide.callAsFunction)
        table.add(Booking.ReverseDecision.self, service.reverseDecision.callAsFunction)
        table.add(Booking.Appeals.self, service.appeals.callAsFunction)
        table.add(Booking.RejectAppeal.self, service.rejectAppeal.callAsFunction)
        table.add(Booking.Payments.self, service.purchases.callAsFunction)
        table.add(Booking.Report.self, service.report.callAsFunction)
        table.add(Booking.ReportFile.self, service.report.file)
        table.add(Booking.Refund.self, service.refund.callAsFunction)
        table.on(Booking.Configuration.self) { [configuration = service.configuration] _, _ in
            try await configuration()
        }
        table.add(Booking.Configure.self, service.configure.callAsFunction)
    }
}

extension MethodTable {
    /// Registers a use case for a method that requires a signed-in caller.
    fileprivate mutating func add<M: Method>(
        _ method: M.Type, _ useCase: @escaping @Sendable (M.Params, BookingCaller) async throws -> M.Result
    ) {
        on(method) { params, context in
            try await useCase(params, BookingCaller(context))
        }
    }
}

extension BookingCaller {
    /// Creates the caller of a call.
    ///
    /// - Throws: `unauthenticated` for a call without an account.
    fileprivate init(_ context: CallContext) throws {
        self.init(
            account: try context.account(), roles: context.principal?.roles ?? [],
            namedLanguage: context.locale.map(Language.init(acceptLanguage:)),
            idempotencyKey: context.idempotencyKey, traceID: context.trace.traceID, deadline: context.deadline)
    }
}
