import Resilience
import Testing
import Values

@testable import Upstream

private let zero = ContinuousClock.now

@Suite struct DailyQuotaTests {
    @Test func `A daily quota is counted in UTC and starts anew at midnight`() {
        var quota = DailyQuota(limit: 2)
        let evening = instant("2026-03-02T23:59:00Z")
        #expect(quota.take(at: evening, by: .background) == nil)
        #expect(quota.take(at: evening, by: .background) == nil)
        #expect(quota.take(at: evening, by: .background)?.rest == .seconds(60))
        #expect(quota.take(at: evening.advanced(bySeconds: 60), by: .background) == nil)
    }

    /// Returns the calls that a flow gets at a time until it is refused, and the time until the next one.
    private func spend(_ quota: inout DailyQuota, by flow: FlowKey, at text: String) -> (calls: Int, rest: Duration) {
        var calls = 0
        while true {
            if let (_, rest) = quota.take(at: instant(text), by: flow) { return (calls, rest) }
            calls += 1
        }
    }

    @Test func `An hour uses a part of what is left, and the last hours of the day all of it`() {
        var quota = DailyQuota(limit: 1_000)
        #expect(spend(&quota, by: .background, at: "2026-03-02T00:10:00Z") == (150, .seconds(3_000)))
        #expect(spend(&quota, by: .background, at: "2026-03-02T01:00:00Z").calls == 128)
        #expect(spend(&quota, by: .background, at: "2026-03-02T22:00:00Z").calls == 361)
        #expect(spend(&quota, by: .background, at: "2026-03-02T23:00:00Z") == (361, .seconds(3_600)))
        #expect(spend(&quota, by: .background, at: "2026-03-03T00:00:00Z").calls == 150)
    }

    @Test func `One account gets a quarter of an hour's calls, and an eighth of the day's`() {
        var quota = DailyQuota(limit: 8_000)
        let greedy = flow("greedy")
        #expect(spend(&quota, by: greedy, at: "2026-03-02T00:00:00Z") == (300, .seconds(3_600)))
        // Others find theirs in the same hour.
        #expect(spend(&quota, by: flow("other"), at: "2026-03-02T00:30:00Z").calls == 225)
        var total = 300
        for hour in 10..<24 { total += spend(&quota, by: greedy, at: "2026-03-02T\(hour):00:00Z").calls }
        #expect(total == (8_000 - 225) / 8)
    }

    @Test func `Of a small quota everyone gets something`() {
        var quota = DailyQuota(limit: 90)
        #expect(spend(&quota, by: flow("ada"), at: "2026-03-02T00:00:00Z").calls == 3)
        #expect(spend(&quota, by: flow("grace"), at: "2026-03-02T00:00:00Z").calls == 2)
    }
}

@Suite struct HostAdmissionTests {
    private let date = instant("2026-03-02T12:00:00Z")

    private func refusal(_ decision: HostAdmission.Decision) -> HostAdmission.Rejection? {
        if case .rejected(let reason, _) = decision { reason } else { nil }
    }

    private func permit(_ decision: HostAdmission.Decision) throws -> CircuitBreaker.Permit {
        guard case .go(let permit, _) = decision else { throw CancellationError() }
        return permit
    }

    @Test func `A pause refuses all calls until its end, and a shorter one does not end it`() throws {
        var admission = HostAdmission(HostPolicy())
        let first = try permit(admission.admit(.background, at: zero, date: date, waiting: .zero))
        let second = try permit(admission.admit(.background, at: zero, date: date, waiting: .zero))
        admission.ended(first, of: .background, .pause(.seconds(60)), at: zero)
        admission.ended(second, of: .background, .pause(.seconds(1)), at: zero)
        guard
            case .rejected(.paused, let rest) = admission.admit(
                .background, at: zero + .seconds(20), date: date, waiting: .zero)
        else { return #expect(Bool(false)) }
        #expect(rest == .seconds(40))
        _ = try permit(admission.admit(.background, at: zero + .seconds(60), date: date, waiting: .zero))
    }

    @Test func `At most the policy's number of calls is in flight, and a flow leaves as many places as it has`() throws
    {
        var admission = HostAdmission(HostPolicy { $0.maximumInFlight = 4 })
        func admit(_ user: String) -> HostAdmission.Decision {
            admission.admit(flow(user), at: zero, date: date, waiting: .zero)
        }
        let first = try permit(admit("ada"))
        _ = try permit(admit("ada"))
        #expect(refusal(admit("ada")) == .busy)
        _ = try permit(admit("grace"))
        #expect(refusal(admit("grace")) == .busy)
        _ = try permit(admit("mary"))
        #expect(refusal(admit("joan")) == .busy)
        admission.ended(first, of: flow("ada"), .none, at: zero)
        #expect(refusal(admit("ada")) == .busy)
        _ = try permit(admit("joan"))
    }

    @Test func `A call refused by rate or quota does not use up the breaker's probe`() throws {
        var admission = HostAdmission(
            HostPolicy {
                $0.breakerFailures = 1
                $0.rate = 1
                $0.burst = 1
                $0.daily = 2
                $0.maximumWait = .seconds(5)
            })
        // The last hour of the day, which may use all that is left.
        let date = instant("2026-03-02T23:00:00Z")
        let first = try permit(admission.admit(.background, at: zero, date: date, waiting: .zero))
        admission.ended(first, of: .background, .failing, at: zero)
        #expect(refusal(admission.admit(.background, at: zero + .seconds(1), date: date, waiting: .zero)) == .breaker)
        let later = zero + .seconds(15)
        let probe = try permit(admission.admit(.background, at: later, date: date, waiting: .zero))
        admission.ended(probe, of: .background, .none, at: later)
        #expect(refusal(admission.admit(.background, at: later, date: date, waiting: .zero)) == .rate)
        #expect(refusal(admission.admit(.background, at: later + .seconds(1), date: date, waiting: .zero)) == .quota)
        #expect(refusal(admission.admit(.background, at: later + .seconds(9), date: date, waiting: .zero)) == .quota)
        // The breaker's one try is still available the next day.
        let tomorrow = date.advanced(bySeconds: 86_400)
        _ = try permit(admission.admit(.background, at: later + .seconds(86_400), date: tomorrow, waiting: .zero))
    }
}

@Suite struct HostTurnsTests {
    private let date = instant("2026-03-02T12:00:00Z")

    private func ticket(_ turn: HostTurns.Turn) throws -> HostTurns.Ticket {
        guard case .wait(let ticket, _) = turn else { throw CancellationError() }
        return ticket
    }

    private func isRejected(_ turn: HostTurns.Turn, _ reason: HostAdmission.Rejection) -> Bool {
        if case .rejected(reason, _) = turn { true } else { false }
    }

    @Test func `A caller waits for its turn no longer than its own limit and the policy's`() throws {
        var turns = HostTurns(
            HostPolicy {
                $0.rate = 1
                $0.burst = 1
                $0.maximumWait = .seconds(3)
            })
        func take(_ longest: Duration) -> HostTurns.Turn {
            turns.take(for: flow("ada"), at: zero, date: date, waiting: longest)
        }
        #expect(take(.seconds(60)) == .now)
        #expect(take(.milliseconds(999)) == .rejected(.rate, retryAfter: .seconds(1)))
        let tickets = try (0..<3).map { _ in try ticket(take(.seconds(60))) }
        #expect(take(.seconds(60)) == .rejected(.rate, retryAfter: .seconds(4)))
        for (second, ticket) in zip(1...3, tickets) {
            let time = zero + .seconds(second)
            guard case .wait(_, until: time) = turns.look(for: ticket, at: time - .milliseconds(1), date: date) else {
                Issue.record("the turn came early")
                return
            }
            #expect(turns.look(for: ticket, at: time, date: date) == .now)
        }
        let late = try ticket(turns.take(for: flow("ada"), at: zero + .seconds(3), date: date, waiting: .seconds(1)))
        _ = turns.take(for: flow("grace"), at: zero + .seconds(3), date: date, waiting: .seconds(2))
        // Its turn and the end of its wait come at once; the turn counts.
        #expect(turns.look(for: late, at: zero + .seconds(4), date: date) == .now)
    }

    /// One account asks for the weather of random places, and another one for that of a place.
    @Test func `A caller who asks now and then gets the next turn but one, however many another one waits for`() throws
    {
        var turns = HostTurns(
            HostPolicy {
                $0.rate = 5
                $0.burst = 1
            })
        var greedy: [HostTurns.Ticket] = []
        for _ in 0..<12 {
            let turn = turns.take(for: flow("greedy"), at: zero, date: date, waiting: .seconds(5))
            if case .wait(let ticket, _) = turn { greedy.append(ticket) }
        }
        #expect(greedy.count == 5)
        let mine = try ticket(turns.take(for: flow("bystander"), at: zero, date: date, waiting: .seconds(5)))
        // The newest wait of the greedy one made room.
        #expect(isRejected(turns.look(for: greedy[4], at: zero, date: date), .rate))
        var served = 0
        for number in 1...2 {
            let now = zero + .milliseconds(200 * number)
            for ticket in greedy where turns.look(for: ticket, at: now, date: date) == .now { served += 1 }
        }
        #expect(served == 1)
        #expect(turns.look(for: mine, at: zero + .milliseconds(400), date: date) == .now)
    }

    @Test func `A caller who gives up leaves its place to the others`() throws {
        var turns = HostTurns(
            HostPolicy {
                $0.rate = 1
                $0.burst = 1
            })
        #expect(turns.take(for: flow("ada"), at: zero, date: date, waiting: .zero) == .now)
        let first = try ticket(turns.take(for: flow("ada"), at: zero, date: date, waiting: .seconds(1)))
        #expect(isRejected(turns.take(for: flow("grace"), at: zero, date: date, waiting: .seconds(1)), .rate))
        turns.abandon(first)
        let second = try ticket(turns.take(for: flow("grace"), at: zero, date: date, waiting: .seconds(1)))
        #expect(turns.look(for: second, at: zero + .seconds(1), date: date) == .now)
    }

    @Test func `A caller spends a share of the day's calls at most, and others find theirs`() {
        var turns = HostTurns(HostPolicy { $0.daily = 800 })
        // The last hour of the day, which may use all that is left; a quarter of it is more than an eighth of the day.
        let date = instant("2026-03-02T23:00:00Z")
        func spend(_ user: String) -> Int {
            var spent = 0
            while turns.take(for: flow(user), at: zero, date: date, waiting: .zero) == .now { spent += 1 }
            #expect(isRejected(turns.take(for: flow(user), at: zero, date: date, waiting: .zero), .share))
            return spent
        }
        #expect(spend("greedy") == 100)
        #expect(spend("another") == 87)
        for number in 0..<20 { _ = spend("\(number)") }
        #expect(spend("bystander") >= 1)
        // The program itself has no share.
        while turns.take(for: .background, at: zero, date: date, waiting: .zero) == .now {}
        #expect(isRejected(turns.take(for: .background, at: zero, date: date, waiting: .zero), .quota))
    }
}

private func flow(_ user: String) -> FlowKey { FlowKey("user", user.utf8) }

@Suite struct RateFloorTests {
    @Test func `Each received byte extends the deadline by its share of a second`() {
        let floor = RateFloor(start: zero, grace: .seconds(2), bytesPerSecond: 1_000)
        #expect(floor.deadline(received: 0) == zero + .seconds(2))
        #expect(floor.deadline(received: 500) == zero + .milliseconds(2_500))
        #expect(RateFloor(start: zero, grace: .seconds(2), bytesPerSecond: 0).deadline(received: 0) == nil)
    }
}
