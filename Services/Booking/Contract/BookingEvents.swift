public import Contract

extension Booking {
    /// The availability of a day's slots.
    public static let slotsTopic = EventTopic(
        "slots", .day, method: Slots.self,
        summary: "A slot of the day was taken or freed, or the park closed or opened")

    /// The bookings, passes and charges of an account; for the staff, of everyone.
    public static let bookingsTopic = EventTopic(
        "bookings", method: History.self, audience: .account(orCallersOf: Board.self),
        summary: "A booking, the pass or a charge of the account changed; for the staff, of any customer")

    /// The topics of the service.
    public static let topics = [slotsTopic, bookingsTopic]

    /// Waits for hints that the data of the service's topics changed.
    ///
    /// Answers after about 10 s if there are none.
    public enum Hints: Method {
        public typealias Params = HintPosition
        public typealias Result = HintPage
        public static let declaration = MethodDeclaration(
            "booking.hints", service: .booking, access: .service(callers: ["gateway"]), http: nil,
            timeoutMilliseconds: 15_000, idempotency: .idempotent)
    }
}
