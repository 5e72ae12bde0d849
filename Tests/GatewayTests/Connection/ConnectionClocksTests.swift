import NIOCore
import Testing

@testable import Gateway

@Suite struct ConnectionClocksTests {
    private static func at(_ seconds: Int64) -> NIODeadline {
        .uptimeNanoseconds(1_000_000_000_000) + .seconds(seconds)
    }

    private static func liveness() -> Liveness { Liveness(limits: Liveness.Limits(), now: at(0)) }

    @Test("A line must be whole ten seconds after its first byte, however busily its bytes trickle")
    func slowLine() {
        var clocks = Self.liveness()
        for second: Int64 in 1...10 { clocks.received(insideLine: true, finishedLine: false, at: Self.at(second)) }
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(10)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(11)) == .close(.slowLine))
    }

    @Test("A line that ends begins the time of the next one")
    func nextLine() {
        var clocks = Self.liveness()
        clocks.received(insideLine: true, finishedLine: false, at: Self.at(1))
        clocks.received(insideLine: true, finishedLine: true, at: Self.at(9))
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(12)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(19)) == .close(.slowLine))
    }

    @Test("While nothing is read, no line is late; after it the line has its time again")
    func pausedLine() {
        var clocks = Self.liveness()
        clocks.received(insideLine: true, finishedLine: false, at: Self.at(1))
        #expect(clocks.tick(isBusy: false, isReading: false, at: Self.at(20)) == .nothing)
        clocks.resumed(at: Self.at(20))
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(29)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(30)) == .close(.slowLine))
    }

    @Test("Only a call ends the idle time: neither other lines nor pongs do")
    func idleInSpiteOfLines() {
        var clocks = Self.liveness()
        clocks.ponged()
        for minute: Int64 in 1...9 { clocks.received(insideLine: false, finishedLine: true, at: Self.at(minute * 60)) }
        clocks.called(at: Self.at(60))
        clocks.received(insideLine: false, finishedLine: true, at: Self.at(650))
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(659)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(660)) == .close(.idle))
    }

    @Test("Ten minutes without a call close the connection, but not while a call is in flight")
    func idle() {
        var clocks = Self.liveness()
        #expect(clocks.tick(isBusy: true, isReading: true, at: Self.at(600)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(1199)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(1200)) == .close(.idle))
    }

    @Test("A person at a terminal is never pinged")
    func neverPonged() {
        var clocks = Self.liveness()
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(300)) == .nothing)
    }

    @Test("Who has ponged is pinged after thirty seconds of silence, and closed after two pings in vain")
    func pings() {
        var clocks = Self.liveness()
        clocks.received(insideLine: false, finishedLine: true, at: Self.at(0))
        clocks.ponged()
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(29)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(30)) == .ping)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(31)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(60)) == .ping)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(90)) == .close(.silent))
    }

    @Test("Any byte ends the silence")
    func anyByte() {
        var clocks = Self.liveness()
        clocks.ponged()
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(30)) == .ping)
        clocks.received(insideLine: false, finishedLine: true, at: Self.at(59))
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(60)) == .nothing)
        #expect(clocks.tick(isBusy: false, isReading: true, at: Self.at(89)) == .ping)
    }

    @Test("A client that does not read is not pinged on top")
    func noPingWhilePaused() {
        var clocks = Self.liveness()
        clocks.ponged()
        #expect(clocks.tick(isBusy: false, isReading: false, at: Self.at(31)) == .nothing)
    }

    @Test("The last strike of a window tells, and the next window begins at nought")
    func strikes() {
        var strikes = Strikes(limit: 3, window: .seconds(10))
        #expect(strikes.strike(at: Self.at(0)) == false)
        #expect(strikes.strike(at: Self.at(9)) == false)
        #expect(strikes.strike(at: Self.at(10)) == false)
        #expect(strikes.strike(at: Self.at(11)) == false)
        #expect(strikes.strike(at: Self.at(12)) == true)
        #expect(strikes.strike(at: Self.at(12)) == false)
    }

    @Test("Reading pauses at the upper mark and goes on below the lower one")
    func pausesAndResumes() {
        var reader = SlowReader(limits: SlowReader.Limits())
        reader.wrote(300 * 1024)
        #expect(reader.waiting(255 * 1024, at: Self.at(0)) == .nothing)
        #expect(reader.waiting(256 * 1024, at: Self.at(0)) == .pauseReading)
        #expect(reader.waiting(100 * 1024, at: Self.at(1)) == .nothing)
        #expect(reader.waiting(60 * 1024, at: Self.at(2)) == .resumeReading)
    }

    @Test("Four mebibytes close at once")
    func tooMuch() {
        var reader = SlowReader(limits: SlowReader.Limits())
        reader.wrote(5 << 20)
        #expect(reader.waiting(4 << 20, at: Self.at(0)) == .close)
    }

    @Test("Ten seconds without progress close, and new writes are no progress")
    func stall() {
        var reader = SlowReader(limits: SlowReader.Limits())
        reader.wrote(1_000)
        #expect(reader.waiting(1_000, at: Self.at(0)) == .nothing)
        reader.wrote(5_000)
        #expect(reader.waiting(6_100, at: Self.at(9)) == .nothing)
        #expect(reader.waiting(6_100, at: Self.at(10)) == .close)
    }

    @Test("A slow client that does take bytes is left alone")
    func progress() {
        var reader = SlowReader(limits: SlowReader.Limits())
        reader.wrote(100_000)
        for second: Int64 in 0..<60 {
            #expect(reader.waiting(100_000 - Int(second) * 100, at: Self.at(second * 9)) == .nothing)
        }
    }
}
