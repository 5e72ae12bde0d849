public import Contract

extension Aggregator {
    /// The saved cities of an account.
    public static let citiesTopic = EventTopic(
        "cities", method: Cities.List.self, audience: .account(),
        summary: "The account saved a city or removed one")

    /// The saved look-ups of an account.
    public static let historyTopic = EventTopic(
        "history", method: History.List.self, audience: .account(),
        summary: "A look-up of the account was saved or removed")

    /// The topics of the service.
    public static let topics = [citiesTopic, historyTopic]

    /// Waits for hints that the data of the service's topics changed.
    ///
    /// Answers after about 10 s if there are none.
    public enum Hints: Method {
        public typealias Params = HintPosition
        public typealias Result = HintPage
        public static let declaration = MethodDeclaration(
            "aggregator.hints", service: .aggregator, access: .service(callers: ["gateway"]), http: nil,
            timeoutMilliseconds: 15_000, idempotency: .idempotent)
    }
}
