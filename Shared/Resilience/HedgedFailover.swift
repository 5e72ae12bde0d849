/// Asks several sources for one thing, in order of preference, without waiting long for one that hangs.
///
/// The next source is asked when the one before it has failed, or has not answered within ``hedgeDelay``. The first
/// conclusive answer wins, and the others are cancelled. Each source is asked once, so they bound the calls in flight.
public struct HedgedFailover: Sendable {
    /// The wait for a source before the next one is asked as well.
    public var hedgeDelay: Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    public init(
        hedgeDelay: Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.hedgeDelay = hedgeDelay
        self.sleep = sleep
    }

    /// The grade of an answer.
    public enum Grade: Sendable {
        /// The answer leaves the call to the other sources.
        case none
        /// The answer will do if no better one comes soon.
        case usable
        /// No other source need better the answer.
        case conclusive
    }

    private enum Event<Value: Sendable>: Sendable {
        case answer(Value)
        /// The wait for the source with this index is over.
        case hedgeDelayEnded(Int)
    }

    /// Returns the answers in the order of their arrival, of which a conclusive one is the last.
    ///
    /// - Parameters:
    ///   - sources: the number of sources.
    ///   - ask: asks the source with an index; ends soon after its task is cancelled.
    public func answers<Value: Sendable>(
        of sources: Int, grade: @Sendable (Value) -> Grade, ask: @escaping @Sendable (Int) async -> Value
    ) async -> [Value] {
        await withTaskGroup(of: Event<Value>.self) { group in
            var (asked, isLate, best) = (0, false, Grade.none)
            var answers: [Value] = []
            func askNext() {
                guard asked < sources, !Task.isCancelled else { return }
                let (index, sleep, hedgeDelay) = (asked, sleep, hedgeDelay)
                group.addTask { .answer(await ask(index)) }
                group.addTask {
                    try? await sleep(hedgeDelay)
                    return .hedgeDelayEnded(index)
                }
                asked += 1
            }
            askNext()
            while answers.count < asked, let event = await group.next() {
                switch event {
                case .answer(let value):
                    answers.append(value)
                    let grade = grade(value)
                    if grade != .none { best = grade }
                    if answers.count == asked, grade != .conclusive { askNext() }
                case .hedgeDelayEnded(let index):
                    isLate = index + 1 == sources
                    if index + 1 == asked { askNext() }
                }
                if best == .conclusive || (isLate && best == .usable) { break }
            }
            group.cancelAll()
            return answers
        }
    }
}
