import Contracts
import Crypto
import Notify
import Postgres
import RPC
import ServiceRuntime
import Wire

/// The numbers that the use cases go by.
struct BookingPolicy: Sendable {
    var holds = HoldRule()
    /// How long a customer's name and phone number are believed.
    var peopleLifetime: Duration = .seconds(86_400)
    /// How long an answer is given again to the same idempotency key.
    var answerLifetime: Duration = .seconds(86_400)
    /// How many customers of a closure are told in one go.
    var closureBatch = 20
    /// How long a payment may stay pending.
    var paymentLifetime: Duration = .seconds(3_600)
}

/// Who calls.
struct Caller: Sendable {
    var account: Identifier
    var roles: [String]
    var language: Language
    var idempotencyKey: String?
    var traceID: String?
    var deadline: ContinuousClock.Instant

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

    // MARK: Customers

    /// The customer of the account that calls; asks for name and phone number where they are not known or too old.
    func customer(_ caller: Caller) async throws -> CustomerRow {
        let known = try await store.customer(of: caller.account, deadline: caller.deadline)
        let oldest = now().milliseconds - policy.peopleLifetime.wholeMilliseconds
        if let known, known.knownAt.milliseconds > oldest { return known }
        let person: Person?
        do {
            person = try await people.person(AccountName(caller.account), deadline: caller.deadline)
        } catch {
            // Who is known stays known while nobody can be asked.
            guard let known else { throw error }
            return known
        }
        guard let person else { throw RPCError(.unauthenticated, cause: "the account is gone") }
        return try await store.inTransaction(until: caller.deadline) { transaction in
            let now = try await transaction.now()
            return try await transaction.keepCustomer(
                id: makeID(now), account: caller.account, name: person.name, phone: person.phone,
                language: caller.language, now: now)
        }
    }

    // MARK: What changes something

    /// What a transaction needs that changes bookings.
    struct Desk: Sendable {
        var transaction: BookingTransaction
        var park: Park
        var customer: CustomerRow
        var now: Instant
    }

    /// Runs `body` with the park's shared lock and the customer's own, in that order, and then the time.
    func atDesk<Value: Sendable>(
        _ customer: Identifier, until deadline: ContinuousClock.Instant?,
        _ body: @Sendable (Desk) async throws -> Value
    ) async throws -> Value {
        try await store.inTransaction(until: deadline) { transaction in
            try await transaction.lockParkShared()
            let row = try await transaction.lockCustomer(customer)
            let now = try await transaction.now()
            let park = try await source.park(in: transaction)
            return try await body(Desk(transaction: transaction, park: park, customer: row, now: now))
        }
    }

    /// A new id at the time of a transaction.
    func makeID(_ desk: Desk) -> Identifier { makeID(desk.now) }

    /// Runs `body` once for an idempotency key: who asks again with the same key and the same parameters gets the same answer.
    ///
    /// Called within the transaction of the effect, which holds the caller's lock: of two calls with one key, the second
    /// waits for the first and finds its answer.
    func once<M: Method>(
        _ method: M.Type, _ params: M.Params, _ caller: Caller, _ transaction: BookingTransaction, now: Instant,
        _ body: () async throws -> M.Result
    ) async throws -> M.Result {
        guard let key = caller.idempotencyKey else {
            throw RPCError(.invalidParams, faults: [.init(pointer: "", detail: "needs an idempotency key")])
        }
        let name = M.declaration.name
        let fingerprint = Array(SHA256.hash(data: try JSONCoding.encode(params)))
        if let kept = try await transaction.keptAnswer(caller.account, name, key) {
            guard kept.fingerprint == fingerprint else { throw RPCError(.idempotencyMismatch) }
            metrics.bookings.count(.repeated)
            return try kept.answer.withUnsafeBytes { bytes in
                try JSONCoding.decode(M.Result.self, from: bytes, unknownMembers: .ignored)
            }
        }
        let result = try await body()
        let answer = KeptAnswer(fingerprint: fingerprint, answer: try JSONCoding.encode(result))
        do {
            try await transaction.keepAnswer(caller.account, name, key, answer, now: now)
        } catch let error as PostgresError where error.constraint == "idempotency_key_pkey" {
            // Only for two customers at once can it have been used in between.
            throw RPCError(.idempotencyMismatch)
        }
        return result
    }
}

extension BookingService {
    /// The details of an error; none if they cannot be encoded.
    static func encoded(_ details: some Encodable) -> [UInt8]? { try? JSONCoding.encode(details) }
}

extension RPCError {
    static let notASlot = RPCError(
        .invalidParams, reason: "not-a-slot",
        faults: [FieldFault(pointer: "/startsAt", detail: "no set begins then, or not as many in a row")])
    static let slotTaken = RPCError(.conflict, reason: "slot-taken")
    static let notEnoughSets = RPCError(.conflict, reason: "not-enough-sets")
    static let alreadyStarted = RPCError(.conflict, reason: "already-started")
    static let notBooked = RPCError(.conflict, reason: "not-booked")
    static let holdExpired = RPCError(.conflict, reason: "hold-expired")

    static func forbidden(_ reason: String, until: Instant) -> RPCError {
        RPCError(.forbidden, reason: reason, details: Array("{\"until\":\"\(until)\"}".utf8))
    }
}
