/// The limits and lifetimes that the use cases apply.
struct BookingPolicy: Sendable {
    var holds = HoldRule()
    var onSite = OnSiteRule()
    var waitlist = WaitlistRule()
    /// The time after which a customer's name and contacts are refreshed from `auth`.
    var peopleLifetime: Duration = .seconds(86_400)
    /// The ``peopleLifetime`` of a customer without a phone number; short, so that bookings made for a new number soon
    /// appear.
    var phonelessLifetime: Duration = .seconds(60)
    /// The retention of answers to idempotency keys.
    var answerLifetime: Duration = .seconds(86_400)
    /// The minimum time for which sets that the park returns stay usable.
    var returnedSetsLifetime: Duration = .seconds(14 * 86_400)
    /// The number of customers per batch when a closure cancels bookings.
    var closureBatch = 20
    /// The longest time for which a payment stays pending.
    var paymentLifetime: Duration = .seconds(3_600)
    /// The maximum number of unpaid payments of a customer.
    var unpaidPayments = 5
    /// The hosts, `host` or `host:port`, to which customers may return after a payment.
    var returnHosts: [String] = []
}
