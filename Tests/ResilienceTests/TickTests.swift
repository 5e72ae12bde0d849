import Resilience
import Testing

@Suite struct TickTests {
    @Test func `Ticks are as far apart as their instants, also before the first`() {
        let now = ContinuousClock.now
        for distance: Duration in [.zero, .seconds(-3_600), .nanoseconds(1), .seconds(86_400 * 365)] {
            #expect(Tick(now + distance) - Tick(now) == distance)
        }
    }

    @Test func `Arithmetic on ticks is clamped`() {
        let late = Tick(nanoseconds: .max)
        #expect(late + .seconds(1) == late)
        #expect(Tick(nanoseconds: 5) + .seconds(-1) == Tick(nanoseconds: 0))
        #expect(Tick(nanoseconds: 5) + .seconds(Int64.max) > Tick(nanoseconds: 1 << 62))
        #expect(Tick(nanoseconds: 5) + .nanoseconds(7) == Tick(nanoseconds: 12))
    }
}
