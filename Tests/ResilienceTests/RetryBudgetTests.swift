import Resilience
import Testing

@Suite struct RetryBudgetTests {
    private static func at(_ seconds: Int64) -> Tick {
        Tick(nanoseconds: 1_000_000_000_000) + .seconds(seconds)
    }

    private static func taken(_ budget: inout RetryBudget, isOptional: Bool = false, at now: Tick) -> Int {
        var count = 0
        while count < 10_000, budget.takeRetry(isOptional: isOptional, at: now) { count += 1 }
        return count
    }

    @Test func `Without calls only the floor of ten seconds may be spent`() {
        var budget = RetryBudget(percent: 10, floor: 100, window: .seconds(10))
        #expect(Self.taken(&budget, at: Self.at(0)) == 100)
        #expect(budget.takeRetry(at: Self.at(9)) == false)
        #expect(Self.taken(&budget, at: Self.at(10)) == 100)
    }

    @Test func `A tenth of the calls of the last ten seconds is added to the floor`() {
        var budget = RetryBudget(percent: 10, floor: 100, window: .seconds(10))
        for second: Int64 in 0..<10 { for _ in 0..<200 { budget.callStarted(at: Self.at(second)) } }
        #expect(Self.taken(&budget, at: Self.at(9)) == 300)
    }

    @Test func `Optional retries leave half of the budget to the others`() {
        var budget = RetryBudget(percent: 10, floor: 10, window: .seconds(10))
        for _ in 0..<100 { budget.callStarted(at: Self.at(0)) }
        #expect(Self.taken(&budget, isOptional: true, at: Self.at(0)) == 10)
        #expect(Self.taken(&budget, at: Self.at(0)) == 10)
    }

    @Test func `Calls before the window add nothing`() {
        var budget = RetryBudget(percent: 10, floor: 0, window: .seconds(10))
        for _ in 0..<1000 { budget.callStarted(at: Self.at(0)) }
        #expect(Self.taken(&budget, at: Self.at(10)) == 0)
    }
}
