import NIOCore
import Testing
import Values

@testable import Gateway

@Suite struct DialStateTests {
    private static func at(_ milliseconds: Int64) -> NIODeadline {
        .uptimeNanoseconds(1_000_000_000_000) + .milliseconds(milliseconds)
    }

    private static func delay(_ action: DialState.Action) -> Int64? {
        if case .dialLater(let delay) = action { delay.nanoseconds / 1_000_000 } else { nil }
    }

    @Test func `Delays double with each refusal up to a second, half of it random`() throws {
        var random = SplitMix64(seed: 1)
        var life = DialState()
        for step: Int64 in [50, 100, 200, 400, 800, 1000, 1000] {
            #expect(life.due() == .dial)
            let delay = try #require(Self.delay(life.refused(using: &random)))
            #expect((step / 2...step).contains(delay), "\(delay) of \(step)")
        }
    }

    @Test func `Only one connection attempt is made at a time`() {
        var life = DialState()
        #expect(life.due() == .dial)
        #expect(life.due() == .nothing)
    }

    @Test func `A long-lived link is dialled again after the shortest delay`() throws {
        var random = SplitMix64(seed: 1)
        var life = DialState()
        for _ in 0..<6 {
            _ = life.due()
            _ = life.refused(using: &random)
        }
        _ = life.due()
        #expect(life.connected(at: Self.at(0)) == .nothing)
        let delay = try #require(Self.delay(life.lost(at: Self.at(1000), using: &random)))
        #expect(delay <= 50)
        #expect(life.due() == .dial)
    }

    @Test func `A link that keeps failing is dialled with growing delays`() throws {
        var random = SplitMix64(seed: 1)
        var life = DialState()
        var last: Int64 = 0
        for _ in 0..<6 {
            _ = life.due()
            _ = life.connected(at: Self.at(0))
            last = try #require(Self.delay(life.lost(at: Self.at(10), using: &random)))
        }
        #expect(last >= 500)
    }

    @Test func `A retired address keeps its link until its calls are done, and is not dialled again`() {
        var random = SplitMix64(seed: 1)
        var life = DialState()
        _ = life.due()
        _ = life.connected(at: Self.at(0))
        #expect(life.retired() == .closeWhenIdle)
        #expect(life.lost(at: Self.at(5), using: &random) == .nothing)
        #expect(life.due() == .nothing)
    }

    @Test func `A connection to a retired address is closed`() {
        var random = SplitMix64(seed: 1)
        var life = DialState()
        _ = life.due()
        #expect(life.retired() == .nothing)
        #expect(life.connected(at: Self.at(0)) == .close)
        #expect(life.refused(using: &random) == .nothing)
    }
}
