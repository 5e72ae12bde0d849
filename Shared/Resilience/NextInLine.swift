/// Asks several sources for one thing, in order of preference, without waiting long for one that hangs.
///
/// The next source is asked when the one before it has failed, or has not answered within ``patience``. The first
/// conclusive answer wins, and the others are cancelled. Each source is asked once, so they bound the calls in flight.
public struct NextInLine: Sendable {
    /// The wait for a source before the next one is asked as well.
    public var patience: Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    public init(
        patience: Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.patience = patience
        self.sleep = sleep
    }

    /// The worth of an answer.
    public enum Worth: Sendable {
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
        case patienceEnded(Int)
    }

    /// Returns the answers in the order of their arrival, of which a conclusive one is the last.
    ///
    /// - Parameters:
    ///   - sources: the number of sources.
    ///   - ask: asks the source with an index; ends soon after its task is cancelled.
    public func answers<Value: Sendable>(
        of sources: Int, worth: @Sendable (Value) -> Worth, ask: @escaping @Sendable (Int) async -> Value
    ) async -> [Value] {
        await withTaskGroup(of: Event<Value>.self) { group in
            var (asked, isLate, best) = (0, false, Worth.none)
            var answers: [Value] = []
            func askNext() {
                guard asked < sources, !Task.isCancelled else { return }
                let (index, sleep, patience) = (asked, sleep, patience)
                group.addTask { .answer(await ask(index)) }
                group.addTask {
                    try? await sleep(patience)
                    return .patienceEnded(index)
                }
                asked += 1
            }
            askNext()
            while answers.count < asked, let event = await group.next() {
                switch event {
                case .answer(let value):
                    answers.append(value)
                    let worth = worth(value)
                    if worth != .none { best = worth }
                    if answers.count == asked, worth != .conclusive { askNext() }
                case .patienceEnded(let index):
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
