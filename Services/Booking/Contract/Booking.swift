public import Contract

extension Booking {
    /// Every method of the service, public and internal.
    public static let methods: [any Method.Type] = [
        Booking.Park.self, Booking.Days.self, Booking.Slots.self, Booking.Hold.self, Booking.Release.self,
        Booking.Book.self, Booking.Get.self, Booking.History.self, Booking.Cancel.self, Booking.Reschedule.self,
        Booking.Cases.self, Booking.Passes.self, Booking.TopUp.self, Booking.GetPayment.self, Booking.Ledger.self,
        Booking.NotifyPayment.self, Booking.Refund.self, Booking.Board.self, Booking.Affected.self,
        Booking.BookFor.self, Booking.CheckIn.self, Booking.NoShow.self, Booking.Note.self, Booking.Settle.self,
        Booking.PayBack.self, Booking.Close.self, Booking.Reopen.self, Booking.OpenCases.self, Booking.Decide.self,
        Booking.ReverseDecision.self, Booking.Configuration.self, Booking.Configure.self,
    ]
}
