import Contract
import Notify
import RPC
import ServiceRuntime
import Values
import Wire

/// The numbers that the use cases go by.
struct BookingPolicy: Sendable {
    var holds = HoldRule()
    /// How long a customer's name and phone number are believed.
    var peopleLifetime: Duration = .seconds(86_400)
    /// How long it is believed that somebody has no telephone: who sets one looks for what was booked for it.
    var phonelessLifetime: Duration = .seconds(60)
    /// How long an answer is given again to the same idempotency key.
    var answerLifetime: Duration = .seconds(86_400)
    /// How long sets that the park gives back can be used at least.
    var returnedSetsLifetime: Duration = .seconds(14 * 86_400)
    /// How many customers of a closure are told in one go.
    var closureBatch = 20
    /// How long a payment may stay pending.
    var paymentLifetime: Duration = .seconds(3_600)
}

/// Who calls.
struct Caller: Sendable {
    var account: Identifier
    var roles: [String]
    /// What the call asked for, if it said.
    var namedLanguage: Language?
    var idempotencyKey: String?
    var traceID: String?
    var deadline: ContinuousClock.Instant

    var language: Language { namedLanguage ?? .english }
    var isStaff: Bool { Role.parkStaff.isHeld(by: roles) }
}

/// Slots, bookings, passes, and what the park's staff and administrators do: the use cases.
struct BookingService: Sendable {
    let store: BookingStore
    let source: ParkSource
    let board: SlotBoard
    let people: any PeopleDirectory
    let payments: (any PaymentProvider)?
    let outbox: Outbox
    let policy: BookingPolicy
    let metrics: BookingMetrics
    /// The time of day, for what is shown; what is decided, is decided by the clock of the transaction.
    let now: @Sendable () -> Instant
    /// A new id that sorts by time.
    let makeID: @Sendable (Instant) -> Identifier
    /// Says that something was put into the outbox.
    let wakeRelay: @Sendable () -> Void
}

extension BookingService {
    /// The details of an error; none if they cannot be encoded.
    static func encoded(_ details: some Encodable) -> [UInt8]? { try? JSONCoding.encode(details) }
}

extension RPCError {
    static func notASlot(_ fault: RideFault) -> RPCError {
        let (member, detail) =
            switch fault {
            case .reverse: ("reverseId", "is no reverse that can be booked")
            case .start: ("startsAt", "no set begins then")
            case .sets(let maximum): ("sets", "must be at most \(maximum) here")
            case .closing: ("sets", "not as many follow before the park closes")
            }
        return RPCError(
            .invalidParams, reason: "not-a-slot", faults: [FieldFault(pointer: "/\(member)", detail: detail)])
    }

    static let slotTaken = RPCError(.conflict, reason: "slot-taken")
    static let past = RPCError(.conflict, reason: "past")
    static let notEnoughSets = RPCError(.conflict, reason: "not-enough-sets")
    static let alreadyStarted = RPCError(.conflict, reason: "already-started")
    static let notBooked = RPCError(.conflict, reason: "not-booked")
    static let holdExpired = RPCError(.conflict, reason: "hold-expired")

    /// The customer whose lock was taken has given the booking to an account in between.
    static let joinedMeanwhile = RPCError(
        .unavailable, retryAfterMilliseconds: 100, cause: "the booking became an account's in between")

    static func forbidden(_ reason: String, until: Instant) -> RPCError {
        RPCError(.forbidden, reason: reason, details: Array("{\"until\":\"\(until)\"}".utf8))
    }
}
