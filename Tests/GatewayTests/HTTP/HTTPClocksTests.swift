import NIOCore
import Testing

@testable import Gateway

@Suite struct HTTPClocksTests {
    private static func at(_ seconds: Int64) -> NIODeadline {
        .uptimeNanoseconds(1_000_000_000_000) + .seconds(seconds)
    }

    private static func clocks() -> HTTPClocks { HTTPClocks(limits: EdgeLimits.HTTP(), now: at(0)) }

    @Test func `An idle connection is closed after a minute`() {
        var clocks = Self.clocks()
        #expect(clocks.tick(at: Self.at(59)) == .nothing)
        #expect(clocks.tick(at: Self.at(60)) == .close(.idle))
        clocks.requestEnded()
        #expect(clocks.tick(at: Self.at(600)) == .nothing)
        clocks.answered(at: Self.at(600))
        #expect(clocks.tick(at: Self.at(659)) == .nothing)
        #expect(clocks.tick(at: Self.at(660)) == .close(.idle))
    }

    @Test func `A head must end within ten seconds of its first byte, however slowly it arrives`() {
        var clocks = Self.clocks()
        for second: Int64 in 5..<15 { clocks.headIncomplete(at: Self.at(second)) }
        #expect(clocks.tick(at: Self.at(14)) == .nothing)
        #expect(clocks.tick(at: Self.at(15)) == .close(.slowHead))
    }

    @Test func `After ten seconds a body must arrive at one kibibyte a second`() {
        var clocks = Self.clocks()
        clocks.bodyBegan(at: Self.at(0))
        clocks.bodyReceived(100)
        #expect(clocks.tick(at: Self.at(10)) == .nothing)
        #expect(clocks.tick(at: Self.at(11)) == .close(.slowBody))
        clocks.bodyReceived(12 * 1024 - 100)
        #expect(clocks.tick(at: Self.at(12)) == .nothing)
        #expect(clocks.tick(at: Self.at(13)) == .close(.slowBody))
    }
}
