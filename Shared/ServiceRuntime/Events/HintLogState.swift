import Contract

/// The newest hints of a process, numbered from 0: a value without waiting.
struct HintLogState: Sendable {
    /// The identity of this process among all that ever counted hints.
    let epoch: String
    private let capacity: Int
    private var hints: [Hint] = []
    private var next: Int64 = 0

    /// Creates an empty log.
    ///
    /// - Parameter capacity: the least number of hints to keep; the log keeps less than twice as many. A caller further
    ///   behind gets an incomplete page.
    init(epoch: String, capacity: Int) {
        self.epoch = epoch
        self.capacity = capacity
    }

    mutating func append(_ hint: Hint) {
        hints.append(hint)
        next += 1
        // Many at once, because the front of an array is expensive to remove.
        if hints.count >= 2 * capacity { hints.removeFirst(capacity) }
    }

    /// Records that hints may have been missed: every earlier position gets an incomplete page.
    mutating func reset() {
        hints.removeAll()
        next += 1
    }

    /// Returns the hints after a position; `nil` if there are none yet, an incomplete page for an unknown position.
    func page(after position: HintPosition) -> HintPage? {
        let oldest = next - Int64(hints.count)
        guard position.epoch == epoch, let after = position.after, after >= oldest, after <= next else {
            return HintPage(epoch: epoch, next: next, isIncomplete: true)
        }
        guard after < next else { return nil }
        return HintPage(epoch: epoch, next: next, items: Array(hints[Int(after - oldest)...]))
    }

    /// The page for a caller whose wait ended without hints.
    var emptyPage: HintPage { HintPage(epoch: epoch, next: next) }
}
