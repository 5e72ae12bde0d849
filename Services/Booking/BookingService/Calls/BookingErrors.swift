import BookingContract
import Contract
import RPC
import Values
import Wire

extension RPCError {
    static let slotTaken = RPCError(.conflict, reason: "slot-taken")
    static let past = RPCError(.conflict, reason: "past")
    static let notEnoughSets = RPCError(.conflict, reason: "not-enough-sets")
    static let alreadyStarted = RPCError(.conflict, reason: "already-started")
    static let notBooked = RPCError(.conflict, reason: "not-booked")
    static let holdExpired = RPCError(.conflict, reason: "hold-expired")
    static let tooEarly = RPCError(.conflict, reason: "too-early")
    static let notOwed = RPCError(.conflict, reason: "not-owed")
    static let noSuchReverse = RPCError(.notFound, cause: "no such reverse")
    static let noSuchCustomer = RPCError(.internal, cause: "no such customer")

    /// The booking moved to an account while its customer was being locked.
    static let joinedMeanwhile = RPCError(
        .unavailable, retryAfterMilliseconds: 100, cause: "the booking moved to an account before the lock")

    init(_ fault: MemberFault) {
        self.init(.invalidParams, faults: [.init(pointer: fault.pointer, detail: fault.detail)])
    }

    init(_ fault: SlotFault) {
        let (member, detail) =
            switch fault {
            case .reverse: ("reverseId", "is not a reverse that can be booked")
            case .start: ("startsAt", "is not the start of a set")
            case .sets(let maximum): ("sets", "must be at most \(maximum) here")
            case .closing: ("sets", "must end by closing time")
            }
        self.init(.invalidParams, reason: "not-a-slot", faults: [.init(pointer: "/\(member)", detail: detail)])
    }

    init(_ fault: BookingFault) {
        switch fault {
        case .suspended(let until): self = .forbidden("suspended", until: until)
        case .prepayOnly(let until): self = .forbidden("prepay-only", until: until)
        case .tooManyBookings: self.init(.conflict, reason: "too-many-bookings")
        }
    }

    static func notFree(nextFree: [Booking.Slot], _ error: RPCError) -> RPCError {
        var error = error
        error.details = try? JSONCoding.encode(Booking.FreeSlots(nextFree: nextFree))
        return error
    }

    static func paymentsUnavailable(_ cause: String) -> RPCError {
        RPCError(.unavailable, reason: "payments-unavailable", retryAfterMilliseconds: 5_000, cause: cause)
    }

    private static func forbidden(_ reason: String, until: Instant) -> RPCError {
        RPCError(.forbidden, reason: reason, details: Array("{\"until\":\"\(until)\"}".utf8))
    }
}

/// Runs a check of the rules, and maps its fault to the error of the contract.
func checking<Value>(_ check: () throws -> Value) throws -> Value {
    do {
        return try check()
    } catch let fault as MemberFault {
        throw RPCError(fault)
    } catch let fault as SlotFault {
        throw RPCError(fault)
    } catch let fault as BookingFault {
        throw RPCError(fault)
    }
}
