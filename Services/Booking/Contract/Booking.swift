public import Contract

extension Booking {
    /// The public methods by group.
    public static let groups = [
        MethodGroup(
            "park", "The wake park for everyone: opening hours, prices, and the slots of each day.",
            [Booking.Park.self, Booking.Days.self, Booking.Slots.self]),
        MethodGroup(
            "bookings",
            """
            Bookings of the caller. Hold slots while the customer confirms, book them, and reschedule or cancel free of \
            charge until `freeUntil`.
            """,
            [
                Booking.Hold.self, Booking.Release.self, Booking.Book.self, Booking.Get.self, Booking.History.self,
                Booking.Cancel.self, Booking.Reschedule.self, Booking.Cases.self, Booking.Export.self,
                Booking.Explain.self, Booking.AppealDecision.self, Booking.Notices.self, Booking.SetNotices.self,
                Booking.Calendar.self, Booking.MakeCalendar.self, Booking.RemoveCalendar.self,
                Booking.CalendarFile.self, Booking.Wait.self, Booking.Waitlist.self, Booking.LeaveWaitlist.self,
            ]),
        MethodGroup(
            "passes", "Passes, their purchase through the payment provider, and the ledger of the caller's account.",
            [
                Booking.Passes.self, Booking.TopUp.self, Booking.GetPayment.self, Booking.Ledger.self,
                Booking.NotifyPayment.self, Booking.Payments.self, Booking.Refund.self,
            ]),
        MethodGroup(
            "board",
            "For the park's staff: the bookings of a day, several days at a glance, check-in, and money at the till.",
            [
                Booking.Board.self, Booking.BoardDays.self, Booking.BookFor.self, Booking.CheckIn.self,
                Booking.NoShow.self, Booking.Note.self, Booking.Settle.self, Booking.PayBack.self,
                Booking.Customers.self, Booking.GetCustomer.self, Booking.SellPass.self, Booking.CorrectPass.self,
            ]),
        MethodGroup(
            "closures", "For the park's staff: periods during which the park or one reverse is closed.",
            [Booking.Affected.self, Booking.Close.self, Booking.Reopen.self]),
        MethodGroup(
            "cases", "For the park's administrators: decisions on late cancellations and no-shows.",
            [
                Booking.OpenCases.self, Booking.DecidedCases.self, Booking.Decide.self, Booking.ReverseDecision.self,
                Booking.Appeals.self, Booking.RejectAppeal.self,
            ]),
        MethodGroup(
            "reports", "For the park's administrators: occupancy and revenue.",
            [Booking.Report.self, Booking.ReportFile.self]),
        MethodGroup(
            "configuration", "For the park's administrators: the park's settings.",
            [Booking.Configuration.self, Booking.Configure.self]),
    ]

    /// Every method of the service, public and internal.
    public static let methods: [any Method.Type] = groups.flatMap(\.methods) + [Booking.Hints.self]
}
