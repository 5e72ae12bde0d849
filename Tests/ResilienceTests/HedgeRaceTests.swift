import Testing

@testable import Resilience

@Suite struct HedgeRaceTests {
    private static func race() -> HedgeRace {
        var race = HedgeRace()
        race.firstStarted()
        race.hedgeStarted()
        return race
    }

    @Test func `The first answer wins, and the other attempt is cancelled`() {
        var race = Self.race()
        var decision = race.ended(.first, isConclusive: true)
        #expect(decision == .settle(cancelling: .hedge))
        race = Self.race()
        decision = race.ended(.hedge, isConclusive: true)
        #expect(decision == .settle(cancelling: .first))
        #expect(!race.hasFirst && !race.hasHedge)
    }

    @Test func `An attempt without an answer leaves the call to the other`() {
        var race = Self.race()
        var decision = race.ended(.first, isConclusive: false)
        #expect(decision == .wait)
        decision = race.ended(.hedge, isConclusive: false)
        #expect(decision == .settle(cancelling: nil))
        race = Self.race()
        decision = race.ended(.hedge, isConclusive: false)
        #expect(decision == .wait)
        decision = race.ended(.first, isConclusive: true)
        #expect(decision == .settle(cancelling: nil))
    }

    @Test func `A call is hedged once, when it takes longer than usual`() {
        var usual = LatencyEstimate()
        var race = HedgeRace()
        race.firstStarted()
        #expect(!race.isDue(age: .max, usual: usual), "no estimate yet")
        for _ in 0..<50 { usual.record(nanoseconds: 1_000_000, at: Tick(nanoseconds: 1)) }
        #expect(!race.isDue(age: 900_000, usual: usual))
        #expect(race.isDue(age: 1_300_000, usual: usual))
        race.hedgeStarted()
        _ = race.ended(.hedge, isConclusive: false)
        #expect(!race.isDue(age: 1_300_000, usual: usual))
    }
}
