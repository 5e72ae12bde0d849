import Testing
import Values

@testable import AuthService

@Suite struct CodeBudgetPolicyTests {
    private let now = Instant(milliseconds: 1_795_243_200_000)
    private let policy = CodeBudgetPolicy(perDay: 100, hourShare: 10)

    private func use(day: [BudgetClass: Int64], hour: [BudgetClass: Int64] = [:]) -> BudgetUse {
        BudgetUse(day: day, hour: hour)
    }

    @Test func `Each class may use what the smaller ones may, and more`() {
        #expect(BudgetClass.allCases.map(policy.share) == [50, 75, 100])
        let rest = Duration.seconds(86_400 - now.milliseconds % 86_400_000 / 1_000)
        for (day, verdicts) in [
            ([.stranger: 50], [.withhold(until: rest), .send, .send]),
            ([.stranger: 49, .account: 26], [.pause(until: rest), .pause(until: rest), .send]),
            ([.account: 75], [.pause(until: rest), .pause(until: rest), .send]),
            ([.device: 90, .stranger: 9], [.send, .send, .send]),
            ([.device: 91, .stranger: 9], [.pause(until: rest), .pause(until: rest), .pause(until: rest)]),
        ] as [([BudgetClass: Int64], [BudgetVerdict])] {
            #expect(BudgetClass.allCases.map { policy.verdict(on: $0, use(day: day), now: now) } == verdicts, "\(day)")
        }
    }

    @Test func `An hour may use a part of what was left when it began, and never nothing`() {
        func verdict(day: Int64, hour: Int64) -> BudgetVerdict {
            policy.verdict(on: .stranger, use(day: [.stranger: day], hour: [.stranger: hour]), now: now)
        }
        let rest = Duration.seconds(3_600 - now.milliseconds % 3_600_000 / 1_000)
        #expect(verdict(day: 4, hour: 4) == .send)
        #expect(verdict(day: 5, hour: 5) == .withhold(until: rest))
        #expect(verdict(day: 31, hour: 1) == .send)
        #expect(verdict(day: 32, hour: 2) == .withhold(until: rest))
        #expect(verdict(day: 49, hour: 0) == .send)
        let large = CodeBudgetPolicy(perDay: 1_000, hourShare: 10)
        var sent: [Int64] = []
        while sent.count < 24 {
            var use = BudgetUse(day: [.stranger: sent.reduce(0, +)])
            while large.verdict(on: .stranger, use, now: now) == .send { use.add(.stranger) }
            sent.append(use.hour[.stranger, default: 0])
        }
        #expect(sent.first == 50 && sent.allSatisfy { $0 > 0 })
    }

    @Test func `A budget of nothing sends nothing`() {
        let none = CodeBudgetPolicy(perDay: 0)
        for part in BudgetClass.allCases { #expect(none.verdict(on: part, BudgetUse(), now: now) != .send) }
    }
}
