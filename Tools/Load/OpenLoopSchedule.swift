/// When which user makes a call: each has a random place in the period and calls once a period, answered or not.
///
/// That is what many people do to a server. A client that waits for an answer before it asks again sends less the worse
/// the server does, and so never sees how bad it is.
struct OpenLoopSchedule: Sendable {
    struct Due: Equatable, Sendable {
        var user: Int
        /// Nanoseconds after the start.
        var time: UInt64
    }

    private let places: [Due]
    private let period: UInt64
    private var position = 0
    private var round: UInt64 = 0

    /// - Parameters:
    ///   - users: the users whose calls these are; at least one.
    ///   - rate: calls a second of each; above 0.
    init(users: [Int], rate: Double, using generator: inout some RandomNumberGenerator) {
        let period = max(1, UInt64(min(1e18, 1e9 / rate)))
        places = users.map { Due(user: $0, time: UInt64.random(in: 0..<period, using: &generator)) }
            .sorted { $0.time < $1.time }
        self.period = period
    }

    /// The call that is due next.
    var next: Due? {
        guard !places.isEmpty else { return nil }
        let place = places[position]
        return Due(user: place.user, time: round * period + place.time)
    }

    /// Goes on to the call after ``next``.
    mutating func advance() {
        position += 1
        if position >= places.count {
            position = 0
            round += 1
        }
    }
}
