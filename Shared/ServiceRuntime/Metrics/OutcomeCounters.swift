/// One counter for each outcome of an operation.
public struct OutcomeCounters<Outcome: CaseIterable & RawRepresentable<String> & Hashable & Sendable>: Sendable {
    private let counters: [Outcome: Counter]

    public init(_ name: String, help: String, in metrics: Metrics) {
        counters = Dictionary(
            uniqueKeysWithValues: Outcome.allCases.map { outcome in
                (outcome, metrics.counter(name, [("outcome", outcome.rawValue)], help: help))
            })
    }

    @Sendable public func count(_ outcome: Outcome) { counters[outcome]?.add() }

    func count(_ outcome: Outcome, _ amount: Int) { counters[outcome]?.add(UInt64(max(0, amount))) }

    /// Returns the count of an outcome.
    public subscript(outcome: Outcome) -> UInt64 { counters[outcome]?.current ?? 0 }
}
