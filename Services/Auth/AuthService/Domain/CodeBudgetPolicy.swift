import Resilience
import Values

/// The part of a budget to which a code counts; each one may use what the earlier ones may use, and more.
enum BudgetClass: String, Sendable, CaseIterable, Comparable {
    /// Codes to addresses and numbers without an account.
    case stranger
    /// Codes to addresses and numbers with an account.
    case account
    /// Codes that a known device requests for its account.
    case device

    static func < (left: BudgetClass, right: BudgetClass) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .stranger: 0
        case .account: 1
        case .device: 2
        }
    }
}

/// The codes of one channel that were sent today and in the current hour (UTC), by all replicas.
struct BudgetUse: Sendable, Equatable {
    var day: [BudgetClass: Int64] = [:]
    var hour: [BudgetClass: Int64] = [:]

    /// The number of codes sent today.
    var total: Int64 { day.values.reduce(0, +) }

    /// Counts one code.
    mutating func add(_ part: BudgetClass) {
        day[part, default: 0] += 1
        hour[part, default: 0] += 1
    }
}

/// The decision on a code that the limits of its recipient and its requester allow.
enum BudgetVerdict: Sendable, Equatable {
    case send
    /// Send nothing, and answer as if it had been sent, because the answer must not tell whether there is an account.
    case withhold(until: Duration)
    /// Refuse the request; it is refused whether or not the recipient has an account.
    case pause(until: Duration)
}

/// A budget for codes per day (UTC), shared by all replicas.
///
/// A part is reserved for recipients with an account, and another one for known devices. An hour may use only a part of
/// what is left, so that a burst cannot use up the day.
struct CodeBudgetPolicy: Sendable {
    /// The maximum number of codes per day.
    var perDay: Int64
    /// The percentage of the day that is reserved for recipients with an account, and for known devices.
    var accountShare: Int64 = 25
    /// The percentage of the day that is reserved for known devices.
    var deviceShare: Int64 = 25
    /// The percentage of what is left at the beginning of an hour that may be used in it.
    var hourShare: Int64 = 15

    /// Decides on a code.
    func verdict(on part: BudgetClass, _ use: BudgetUse, now: Instant) -> BudgetVerdict {
        // A code also counts to the larger parts. The largest ones first: what refuses everybody must hide what
        // refuses strangers only.
        for bound in BudgetClass.allCases.reversed() where bound >= part {
            guard let rest = rest(of: bound, use, now: now) else { continue }
            // Whoever asks without a known device gets the same answer, with an account or without one.
            return bound == .stranger ? .withhold(until: rest) : .pause(until: rest)
        }
        return .send
    }

    /// Returns the time until the part has something left; `nil` if it has.
    private func rest(of part: BudgetClass, _ use: BudgetUse, now: Instant) -> Duration? {
        let counted = BudgetClass.allCases.filter { $0 <= part }
        let day = counted.reduce(0) { $0 + use.day[$1, default: 0] }
        let hour = counted.reduce(0) { $0 + use.hour[$1, default: 0] }
        let limit = share(of: part)
        if day >= limit { return Self.untilNext(Self.millisecondsOfDay, from: now) }
        let part = HourShare(percent: hourShare).allowance(of: limit - (day - hour))
        return hour < part ? nil : Self.untilNext(Self.millisecondsOfHour, from: now)
    }

    /// Returns the maximum number of codes per day that a class and the smaller ones may use together.
    func share(of part: BudgetClass) -> Int64 {
        switch part {
        case .stranger: HourShare.part(max(100 - accountShare - deviceShare, 0), of: perDay)
        case .account: HourShare.part(max(100 - deviceShare, 0), of: perDay)
        case .device: perDay
        }
    }

    private static func untilNext(_ period: Int64, from now: Instant) -> Duration {
        .milliseconds(period - now.milliseconds % period)
    }

    /// Returns the number of the UTC hour, counted from 1970.
    static func hour(of now: Instant) -> Int64 { now.milliseconds / millisecondsOfHour }

    /// Returns the number of the first hour of the UTC day.
    static func firstHour(of now: Instant) -> Int64 { now.milliseconds / millisecondsOfDay * 24 }

    private static let millisecondsOfHour: Int64 = 3_600_000
    private static let millisecondsOfDay: Int64 = 86_400_000
}
