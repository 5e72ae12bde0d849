import BookingContract
import Values

/// The rules for an administrator's decision.
enum SanctionRule {
    /// The longest restriction, in milliseconds: two years.
    static let longestRestriction: Int64 = 731 * 86_400_000

    /// Checks a decision, and completes it from the booking.
    ///
    /// - Throws: the member that is missing, superfluous or out of range.
    static func decision(
        _ params: Booking.Decide.Params, sets bookedSets: Int, currency: CurrencyCode, now: Instant
    ) throws(MemberFault) -> Booking.Decision {
        try checkMembers(params)
        var decision = Booking.Decision(sanction: params.sanction, reason: params.reason, at: now)
        switch params.sanction {
        case .none, .warning: break
        case .chargeSets: decision.sets = params.sets?.value ?? bookedSets
        case .fee:
            guard let fee = params.fee else { throw fault("fee", .required) }
            guard fee.currency == currency else { throw fault("fee/currency", .currency(currency)) }
            decision.fee = fee.money
        case .prepayOnly, .suspension:
            guard let until = params.until else { throw fault("until", .required) }
            guard until > now, until.milliseconds - now.milliseconds <= longestRestriction else {
                throw fault("until", .twoYears)
            }
            decision.until = until
        }
        return decision
    }

    private static func checkMembers(_ params: Booking.Decide.Params) throws(MemberFault) {
        let sanction = params.sanction
        if params.sets != nil, sanction != .chargeSets {
            throw fault("sets", .onlyWith([SanctionKind.chargeSets.rawValue]))
        }
        if params.fee != nil, sanction != .fee { throw fault("fee", .onlyWith([SanctionKind.fee.rawValue])) }
        let isRestriction = sanction == .prepayOnly || sanction == .suspension
        if params.until != nil, !isRestriction {
            throw fault(
                "until", .onlyWith([SanctionKind.prepayOnly.rawValue, SanctionKind.suspension.rawValue]))
        }
    }

    private static func fault(_ member: String, _ fault: ValueFault) -> MemberFault {
        MemberFault(fault, at: "/\(member)")
    }
}
