import NIOCore

/// How long to wait before a replica is dialled again: twice as long each time up to a limit, less a random part.
///
/// The random part keeps the loops of all gateways from dialling a replica that has just come back at the same moment.
struct ReconnectBackoff: Sendable {
    private let first: TimeAmount
    private let longest: TimeAmount
    private var next: TimeAmount

    init(first: TimeAmount = .milliseconds(50), longest: TimeAmount = .seconds(1)) {
        self.first = first
        self.longest = longest
        next = first
    }

    /// The time to wait now, between half of the step and the whole of it; the next step is twice as long.
    mutating func delay(using generator: inout some RandomNumberGenerator) -> TimeAmount {
        let step = next
        next = min(next + next, longest)
        return .nanoseconds(Int64.random(in: step.nanoseconds / 2...step.nanoseconds, using: &generator))
    }

    /// The replica was reached: the next wait is the shortest again.
    mutating func reset() { next = first }
}
