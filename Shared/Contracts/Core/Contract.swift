/// Everything that can be called.
public enum Contract {
    /// All methods, public and internal, by service.
    public static let methods: [any Method.Type] = [
        Auth.Register.self, Auth.VerifyEmail.self, Auth.Login.self, Auth.Refresh.self, Auth.Logout.self, Auth.Me.self,
        Auth.RequestCode.self, Auth.VerifyCode.self, Auth.CompleteRegistration.self, Auth.SetPhone.self,
        Auth.ConfirmPhone.self, Auth.SetEmail.self, Auth.ConfirmEmail.self,
        Auth.RequestPasswordReset.self, Auth.ResetPassword.self, Auth.ChangePassword.self,
        Auth.GrantRole.self, Auth.RevokeRole.self, Auth.RoleHolders.self,
        Auth.KeySet.self, Auth.Revocations.self, Auth.Profiles.self,
        Museums.Search.self, Museums.Get.self, Museums.Suggest.self, Museums.Map.self,
        Weather.Current.self, Weather.Forecast.self, Places.Search.self, Places.Reverse.self, News.Local.self,
        Briefing.Get.self,
        History.Add.self, History.List.self, History.Get.self, History.Remove.self, History.Clear.self,
        Schedule.Groups.self, Schedule.Lecturers.self, Schedule.Rooms.self, Schedule.Week.self,
        Schedule.ForGroup.self, Schedule.ForLecturer.self, Schedule.Day.self, Schedule.Next.self, Schedule.Exams.self,
        Schedule.Favourites.self, Schedule.AddFavourite.self, Schedule.RemoveFavourite.self,
        Booking.Park.self, Booking.Days.self, Booking.Slots.self, Booking.Hold.self, Booking.Release.self,
        Booking.Book.self, Booking.Get.self, Booking.History.self, Booking.Cancel.self, Booking.Reschedule.self,
        Booking.Cases.self, Booking.Passes.self, Booking.TopUp.self, Booking.GetPayment.self, Booking.Ledger.self,
        Booking.NotifyPayment.self, Booking.Refund.self,
        Booking.Board.self, Booking.Affected.self, Booking.BookFor.self, Booking.CheckIn.self, Booking.NoShow.self,
        Booking.Note.self, Booking.Settle.self, Booking.PayBack.self, Booking.Close.self, Booking.Reopen.self,
        Booking.OpenCases.self, Booking.Decide.self, Booking.ReverseDecision.self, Booking.Configuration.self,
        Booking.Configure.self,
    ]

    /// The methods that clients may call through the gateway.
    public static let publicMethods: [any Method.Type] = methods.filter { !$0.declaration.access.isInternal }

    /// The methods that `service` answers.
    public static func methods(of service: ServiceName) -> [any Method.Type] {
        methods.filter { $0.declaration.service == service }
    }
}
