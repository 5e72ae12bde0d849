import Platform
import Resilience

/// Sends calls, and sends failed ones again as far as the contract, the budget and the deadline allow.
final class CallSender: Sendable {
    private let transport: any Transport
    private let clock: ClientClock
    /// One in five calls may be a retry, and ten a minute always.
    private let budget = Lock(RetryBudget(percent: 20, floor: 10, window: .seconds(60)))

    init(_ transport: any Transport, clock: ClientClock) {
        (self.transport, self.clock) = (transport, clock)
    }

    /// Makes a call and returns its result as JSON.
    ///
    /// - Parameters:
    ///   - request: the call; its timeout is that of one attempt.
    ///   - deadline: the end of all attempts.
    func result(of request: CallRequest, by rule: RetryRule, until deadline: Tick) async throws -> [UInt8] {
        budget.withLock { $0.callStarted(at: clock.tick()) }
        var attempts = 0
        while true {
            attempts += 1
            do {
                var request = request
                request.timeout = min(request.timeout, deadline - clock.tick())
                guard request.timeout > .zero else {
                    throw TransportFailure("no time is left", mayHaveBeenSent: false)
                }
                return try CallAnswer.result(in: try await transport.answer(to: request))
            } catch {
                try Task.checkCancellation()
                let now = clock.tick()
                guard let pause = rule.pause(after: error, attempts: attempts, random: clock.random()),
                    now + pause < deadline, budget.withLock({ $0.takeRetry(at: now) })
                else { throw error }
                try await clock.sleep(pause)
            }
        }
    }
}
