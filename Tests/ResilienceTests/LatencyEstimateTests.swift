import Testing

@testable import Resilience

@Suite struct LatencyEstimateTests {
    private static func at(_ milliseconds: UInt64) -> Tick { Tick(nanoseconds: (1 << 62) + milliseconds * 1_000_000) }

    private static func record(
        _ count: Int, _ milliseconds: UInt64, into estimate: inout LatencyEstimate, at now: UInt64
    ) {
        for _ in 0..<count { estimate.record(nanoseconds: milliseconds * 1_000_000, at: at(now)) }
    }

    @Test func `There is no estimate before fifty calls`() {
        var estimate = LatencyEstimate()
        Self.record(49, 10, into: &estimate, at: 0)
        #expect(estimate.nanoseconds == .max)
        Self.record(1, 10, into: &estimate, at: 0)
        #expect((10_000_000...12_500_000).contains(estimate.nanoseconds))
    }

    @Test func `The estimate is that of the slowest calls but five percent`() {
        var estimate = LatencyEstimate()
        // The first fifty calls make an estimate; the period after them has all calls.
        Self.record(50, 1, into: &estimate, at: 0)
        Self.record(940, 2, into: &estimate, at: 1_000)
        Self.record(59, 40, into: &estimate, at: 2_000)
        Self.record(1, 40, into: &estimate, at: 6_000)
        #expect((40_000_000...50_000_000).contains(estimate.nanoseconds))
        Self.record(960, 2, into: &estimate, at: 7_000)
        Self.record(39, 40, into: &estimate, at: 8_000)
        Self.record(1, 40, into: &estimate, at: 12_000)
        #expect((2_000_000...2_500_000).contains(estimate.nanoseconds))
    }

    @Test func `A fault within a period does not change the estimate, and can be forgotten`() {
        var estimate = LatencyEstimate()
        Self.record(50, 2, into: &estimate, at: 0)
        let before = estimate.nanoseconds
        Self.record(500, 2_000, into: &estimate, at: 1_000)
        #expect(estimate.nanoseconds == before)
        estimate.discardPeriod()
        Self.record(100, 2, into: &estimate, at: 6_000)
        #expect(estimate.nanoseconds == before)
    }

    @Test func `Rare calls are gathered over several periods`() {
        var estimate = LatencyEstimate()
        for second: UInt64 in 0..<50 { Self.record(1, 8, into: &estimate, at: second * 1_000) }
        #expect((8_000_000...10_000_000).contains(estimate.nanoseconds))
    }

    @Test func `Every time has a class whose bound is at most a quarter higher`() {
        var nanoseconds: UInt64 = 65_536
        while nanoseconds < 16_000_000_000 {
            let bound = LatencyEstimate.upperBound(of: LatencyEstimate.class(of: nanoseconds))
            #expect(bound > nanoseconds && bound <= nanoseconds / 4 * 5 + 4, "\(nanoseconds)")
            nanoseconds = nanoseconds / 7 * 8 + 3
        }
        #expect(LatencyEstimate.class(of: 0) == 0)
        #expect(LatencyEstimate.class(of: .max) == LatencyEstimate.classes - 1)
    }
}
