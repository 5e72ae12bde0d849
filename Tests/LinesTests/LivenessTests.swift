import NIOCore
import Testing

@testable import Lines

@Suite struct LivenessTests {
    private static func at(_ seconds: Int64) -> NIODeadline {
        .uptimeNanoseconds(1_000_000_000_000) + .seconds(seconds)
    }

    private static func liveness() -> Liveness { Liveness(limits: .client, pings: false, now: at(0)) }

    @Test func `A line must end within ten seconds of its first byte, however slowly it arrives`() {
        var clocks = Self.liveness()
        for second: Int64 in 1...10 { clocks.received(insideLine: true, finishedLine: false, at: Self.at(second)) }
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(10)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(11)) == .close(.slowLine))
    }

    @Test func `The end of a line starts the clock of the next`() {
        var clocks = Self.liveness()
        clocks.received(insideLine: true, finishedLine: false, at: Self.at(1))
        clocks.received(insideLine: true, finishedLine: true, at: Self.at(9))
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(12)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(19)) == .close(.slowLine))
    }

    @Test func `A pause in reading does not count against an unfinished line`() {
        var clocks = Self.liveness()
        clocks.received(insideLine: true, finishedLine: false, at: Self.at(1))
        #expect(clocks.tick(isBusy: false, isReading: false, at: Self.at(20)) == .nothing)
        clocks.resumed(at: Self.at(20))
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(29)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(30)) == .close(.slowLine))
    }

    @Test func `Only a call ends the idle time; other lines and pongs do not`() {
        var clocks = Self.liveness()
        clocks.ponged()
        for minute: Int64 in 1...9 { clocks.received(insideLine: false, finishedLine: true, at: Self.at(minute * 60)) }
        clocks.called(at: Self.at(60))
        clocks.received(insideLine: false, finishedLine: true, at: Self.at(650))
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(659)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(660)) == .close(.idle))
    }

    @Test func `Ten minutes without a call close the connection unless one is in flight`() {
        var clocks = Self.liveness()
        #expect(clocks.tick(isBusy: true, isReading: true, at: Self.at(600)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(1199)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(1200)) == .close(.idle))
    }

    @Test func `A client that has never answered a ping is never pinged`() {
        var clocks = Self.liveness()
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(300)) == .nothing)
    }

    @Test
    func `A client that answers pings is pinged after 30 s of silence and closed after two misses`() {
        var clocks = Self.liveness()
        clocks.received(insideLine: false, finishedLine: true, at: Self.at(0))
        clocks.ponged()
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(29)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(30)) == .ping)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(31)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(60)) == .ping)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(90)) == .close(.silent))
    }

    @Test func `A peer is silent once a ping goes unanswered until the next, and until any byte`() {
        var clocks = Liveness(limits: .link, pings: true, now: Self.at(0))
        #expect(clocks.tick(isBusy: true, isReading: true, at: Self.at(5)) == .ping)
        #expect(!clocks.isSilent)
        #expect(clocks.tick(isBusy: true, isReading: true, at: Self.at(10)) == .ping)
        #expect(clocks.isSilent)
        clocks.received(insideLine: false, finishedLine: true, at: Self.at(11))
        #expect(!clocks.isSilent)
    }

    @Test func `A process that is late itself does not blame the peer`() {
        var clocks = Liveness(limits: .link, pings: true, now: Self.at(0))
        clocks.ticked(due: Self.at(6), at: Self.at(6) + .milliseconds(100))
        #expect(clocks.tick(isBusy: true, isReading: true, at: Self.at(7)) == .ping)
        clocks.ticked(due: Self.at(11), at: Self.at(12))
        #expect(clocks.tick(isBusy: true, isReading: true, at: Self.at(12)) == .nothing)
        #expect(clocks.tick(isBusy: true, isReading: true, at: Self.at(17)) == .ping)
    }

    @Test func `Any byte ends the silence`() {
        var clocks = Self.liveness()
        clocks.ponged()
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(30)) == .ping)
        clocks.received(insideLine: false, finishedLine: true, at: Self.at(59))
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(60)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(89)) == .ping)
    }

    @Test func `A client that does not read is not pinged`() {
        var clocks = Self.liveness()
        clocks.ponged()
        #expect(clocks.tick(isBusy: false, isReading: false, at: Self.at(31)) == .nothing)
    }

    @Test func `A link is pinged after five seconds of silence while busy and after thirty while idle`() {
        var busy = Liveness(limits: .link, pings: true, now: Self.at(0))
        #expect(busy.next(isBusy: true, isReading: true) == Self.at(5))
        #expect(busy.tick(isBusy: true, isReading: true, at: Self.at(4)) == .nothing)
        #expect(busy.tick(isBusy: true, isReading: true, at: Self.at(5)) == .ping)
        #expect(busy.tick(isBusy: true, isReading: true, at: Self.at(10)) == .ping)
        #expect(busy.tick(isBusy: true, isReading: true, at: Self.at(15)) == .close(.silent))

        var idle = Liveness(limits: .link, pings: true, now: Self.at(0))
        #expect(idle.tick(isBusy: false, isReading: true, at: Self.at(29)) == .nothing)
        #expect(idle.tick(isBusy: false, isReading: true, at: Self.at(30)) == .ping)
        #expect(idle.tick(isBusy: false, isReading: true, at: Self.at(60)) == .ping)
        idle.received(insideLine: false, finishedLine: true, at: Self.at(61))
        #expect(idle.tick(isBusy: false, isReading: true, at: Self.at(90)) == .nothing)
        #expect(idle.tick(isBusy: false, isReading: true, at: Self.at(91)) == .ping)
        #expect(idle.next(isBusy: true, isReading: true) == Self.at(96))
    }

    @Test func `An idle link is kept, and nothing is due while it is paused`() {
        var link = Liveness(limits: .link, pings: true, now: Self.at(0))
        #expect(link.next(isBusy: false, isReading: false) == .distantFuture)
        #expect(link.tick(isBusy: false, isReading: false, at: Self.at(86_400)) == .nothing)
        link.resumed(at: Self.at(86_400))
        #expect(link.next(isBusy: false, isReading: true) == Self.at(86_430))
    }

    @Test func `The deadline of an unfinished line comes first`() {
        var link = Liveness(limits: .link, pings: true, now: Self.at(0))
        link.received(insideLine: true, finishedLine: false, at: Self.at(1))
        #expect(link.next(isBusy: false, isReading: true) == Self.at(11))
        link.received(insideLine: false, finishedLine: true, at: Self.at(2))
        #expect(link.next(isBusy: false, isReading: true) == Self.at(32))
    }
}
