/// The due times of an open loop: each user has a random phase and makes one call per period, answered or not.
///
/// This is how independent users behave. A client that waits for each answer calls less often as the server slows down,
/// and thereby hides the slowness.
struct OpenLoopSchedule: Sendable {
    struct Due: Equatable, Sendable {
        var user: Int
        /// The due time in nanoseconds after the start.
        var time: UInt64
    }

    private let places: [Due]
    private let period: UInt64
    private var position = 0
    private var round: UInt64 = 0

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - users: the users' numbers; at least one.
    ///   - rate: the number of calls per second and user; above 0.
    init(users: [Int], rate: Double, using generator: inout some RandomNumberGenerator) {
        let period = max(1, UInt64(min(1e18, 1e9 / rate)))
        places = users.map { Due(user: $0, time: UInt64.random(in: 0..<period, using: &generator)) }
            .sorted { $0.time < $1.time }
        self.period = period
    }

    /// The next due call; `nil` without users.
    var next: Due? {
        guard !places.isEmpty else { return nil }
        let place = places[position]
        return Due(user: place.user, time: round * period + place.time)
    }

    /// Advances to the call after ``next``.
    mutating func advance() {
        position += 1
        if position >= places.count {
            position = 0
            round += 1
        }
    }
}
