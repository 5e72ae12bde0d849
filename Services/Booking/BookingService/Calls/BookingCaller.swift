import Contract
import Values

/// The calling account, with the call's language, idempotency key, trace id and deadline.
struct BookingCaller: Sendable {
    var account: Identifier
    var roles: [String]
    /// The language that the call asks for, if any.
    var namedLanguage: Language?
    var idempotencyKey: String?
    var traceID: String?
    var deadline: ContinuousClock.Instant

    var language: Language { namedLanguage ?? .english }
    var isStaff: Bool { Role.parkStaff.isHeld(by: roles) }
}
