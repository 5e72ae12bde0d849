import BookingContract
import Contract
import RPC
import Values
import Wire

extension RPCError {
    static let slotTaken = RPCError(Booking.slotTaken)
    static let past = RPCError(Booking.past)
    static let notEnoughSets = RPCError(Booking.notEnoughSets)
    static let alreadyStarted = RPCError(Booking.alreadyStarted)
    static let notBooked = RPCError(Booking.notBooked)
    static let holdExpired = RPCError(Booking.holdExpired)
    static let tooEarly = RPCError(Booking.tooEarly)
    static let notOwed = RPCError(Booking.notOwed)
    static let noSuchReverse = RPCError(.notFound, cause: "no such reverse")
    static let noSuchCustomer = RPCError(.internal, cause: "no such customer")

    /// The booking moved to an account while its customer was being locked.
    static let joinedMeanwhile = RPCError(
        .unavailable, retryAfterMilliseconds: 100, cause: "the booking moved to an account before the lock")

    init(_ fault: MemberFault) {
        self.init(fault.fault, at: fault.pointer)
    }

    init(_ faults: MemberFaults) {
        self.init(.invalidParams, faults: faults.faults.map { FieldFault($0.fault, at: $0.pointer) })
    }

    init(_ fault: SlotFault) {
        let (member, fault): (String, ValueFault) =
            switch fault {
            case .reverse: ("reverseId", .unknownReverse)
            case .start: ("startsAt", .setStart)
            case .sets(let maximum): ("sets", .range(1, maximum))
            case .closing: ("sets", .closingTime)
            }
        self.init(Booking.notASlot, faults: [FieldFault(fault, at: "/\(member)")])
    }

    init(_ fault: BookingFault) {
        switch fault {
        case .suspended(let until): self = .forbidden(Booking.suspended, until: until)
        case .prepayOnly(let until): self = .forbidden(Booking.prepayOnly, until: until)
        case .tooManyBookings: self.init(Booking.tooManyBookings)
        case .phoneNeeded: self.init(Booking.phoneNeeded)
        case .newcomerLimit: self.init(Booking.newcomerLimit)
        }
    }

    static func notFree(nextFree: [Booking.Slot], _ error: RPCError) -> RPCError {
        var error = error
        error.details = try? JSONCoding.encode(Booking.FreeSlots(nextFree: nextFree))
        return error
    }

    static func paymentsUnavailable(_ cause: String) -> RPCError {
        RPCError(Booking.paymentsUnavailable, retryAfterMilliseconds: 5_000, cause: cause)
    }

    private static func forbidden(_ reason: ErrorReason, until: Instant) -> RPCError {
        RPCError(reason, describedBy: Booking.Restriction(until: until))
    }
}

/// Runs a check of the rules, and maps its fault to the error of the contract.
func checking<Value>(_ check: () throws -> Value) throws -> Value {
    do {
        return try check()
    } catch let fault as MemberFault {
        throw RPCError(fault)
    } catch let faults as MemberFaults {
        throw RPCError(faults)
    } catch let fault as SlotFault {
        throw RPCError(fault)
    } catch let fault as BookingFault {
        throw RPCError(fault)
    }
}
