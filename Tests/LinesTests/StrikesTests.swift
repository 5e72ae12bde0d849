import NIOCore
import Testing

@testable import Lines

@Suite struct StrikesTests {
    private static func at(_ seconds: Int64) -> NIODeadline {
        .uptimeNanoseconds(1_000_000_000_000) + .seconds(seconds)
    }

    @Test func `The last strike of a window counts, and the next window starts at zero`() {
        var strikes = Strikes(limit: 3, window: .seconds(10))
        #expect(strikes.strike(at: Self.at(0)) == false)
        #expect(strikes.strike(at: Self.at(9)) == false)
        #expect(strikes.strike(at: Self.at(10)) == false)
        #expect(strikes.strike(at: Self.at(11)) == false)
        #expect(strikes.strike(at: Self.at(12)) == true)
        #expect(strikes.strike(at: Self.at(12)) == false)
    }

    @Test func `The second strike within the window is one too many`() {
        var strikes = Strikes(limit: 2, window: .seconds(60))
        #expect(strikes.strike(at: Self.at(5)) == false)
        #expect(strikes.strike(at: Self.at(65)) == false)
        #expect(strikes.strike(at: Self.at(124)) == true)
    }
}
