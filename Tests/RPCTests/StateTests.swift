import NIOCore
import Resilience
import Testing

@testable import RPC

@Suite struct StateTests {
    private func time(_ milliseconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .milliseconds(milliseconds) }

    @Test("A busy link is pinged after five seconds of silence, and given up after two missed pongs")
    func busyPings() {
        var pings = PingSchedule(whenBusy: .seconds(5), whenIdle: .seconds(30), maximumMissed: 2, at: time(0))
        #expect(pings.due(at: time(4_999), isBusy: true) == .none)
        #expect(pings.due(at: time(5_000), isBusy: true) == .ping)
        #expect(pings.due(at: time(5_001), isBusy: true) == .none)
        #expect(pings.due(at: time(10_000), isBusy: true) == .ping)
        #expect(pings.due(at: time(15_000), isBusy: true) == .giveUp)
    }

    @Test("An idle link is pinged every thirty seconds, and any sign of life starts anew")
    func idlePings() {
        var pings = PingSchedule(whenBusy: .seconds(5), whenIdle: .seconds(30), maximumMissed: 2, at: time(0))
        #expect(pings.due(at: time(29_999), isBusy: false) == .none)
        #expect(pings.due(at: time(30_000), isBusy: false) == .ping)
        #expect(pings.due(at: time(60_000), isBusy: false) == .ping)
        pings.heard(at: time(61_000))
        #expect(pings.due(at: time(90_999), isBusy: false) == .none)
        #expect(pings.due(at: time(91_000), isBusy: false) == .ping)
        #expect(pings.next(isBusy: true) == time(96_000))
    }

    private var limits: WriteLimits {
        var limits = WriteLimits()
        limits.pauseAbove = 100
        limits.closeAbove = 1000
        return limits
    }

    @Test("Reading pauses above the limit and goes on when most was taken")
    func writePause() {
        var pressure = WritePressure(limits: limits)
        #expect(pressure.observe(pending: 100, handedOver: 100, at: time(0)) == .none)
        #expect(pressure.observe(pending: 101, handedOver: 101, at: time(0)) == .pauseReading)
        #expect(pressure.isPaused)
        #expect(pressure.observe(pending: 26, handedOver: 101, at: time(1)) == .none)
        #expect(pressure.observe(pending: 25, handedOver: 101, at: time(2)) == .resumeReading)
        #expect(!pressure.isPaused && pressure.nextCheck == nil)
    }

    @Test("A peer that takes nothing for ten seconds is closed, one that takes a little is not")
    func writeStall() {
        var pressure = WritePressure(limits: limits)
        _ = pressure.observe(pending: 200, handedOver: 200, at: time(0))
        #expect(pressure.nextCheck == time(10_000))
        #expect(pressure.observe(pending: 199, handedOver: 200, at: time(9_999)) == .none)
        // More to write is no progress.
        #expect(pressure.observe(pending: 299, handedOver: 300, at: time(15_000)) == .none)
        #expect(pressure.observe(pending: 299, handedOver: 300, at: time(19_998)) == .none)
        #expect(pressure.observe(pending: 299, handedOver: 300, at: time(19_999)) == .close)
    }

    @Test("Too much that waits closes at once")
    func writeOverflow() {
        var pressure = WritePressure(limits: limits)
        #expect(pressure.observe(pending: 1000, handedOver: 1000, at: time(0)) == .pauseReading)
        #expect(pressure.observe(pending: 1001, handedOver: 1001, at: time(0)) == .close)
    }

    private func lifecycle(handshake: Bool) -> ServerLifecycle {
        ServerLifecycle(
            times: .init(handshake: .seconds(5), goawayGrace: .seconds(1), drain: .seconds(20), close: .seconds(1)),
            expectsHandshake: handshake, at: time(0))
    }

    @Test("A handshake opens the connection for a named process, in time")
    func handshake() {
        var life = lifecycle(handshake: true)
        #expect(!life.isReading)
        #expect(life.due(at: time(4_999), waiting: 0) == .nothing)
        #expect(life.due(at: time(5_000), waiting: 0) == .close(.handshake))
        #expect(life.handshakeEnded(process: nil) == false)
        #expect(life.handshakeEnded(process: "gateway") == true)
        #expect(life.isReading && life.peer == .process("gateway"))
        #expect(life.due(at: time(60_000), waiting: 0) == .nothing)
        #expect(life.handshakeEnded(process: "other") == false)
        #expect(life.peer == .process("gateway"))
    }

    @Test("A connection that is still shaking hands is not drained but closed")
    func drainDuringHandshake() {
        var life = lifecycle(handshake: true)
        #expect(life.drain(at: time(0)) == false)
        #expect(!life.isReading)
    }

    @Test("A drain shorter than the grace of goodbye is kept")
    func shortDrain() {
        var life = ServerLifecycle(
            times: .init(handshake: .seconds(5), goawayGrace: .seconds(10), drain: .seconds(2), close: .seconds(1)),
            expectsHandshake: false, at: time(0))
        #expect(life.drain(at: time(0)) == true)
        #expect(life.drain(at: time(1)) == false)
        #expect(life.admitsCall(at: time(1_999)))
        #expect(!life.admitsCall(at: time(2_000)))
        #expect(life.due(at: time(2_000), waiting: 1) == .cutOff)
        #expect(life.due(at: time(2_000), waiting: 0) == .finish)
    }

    @Test("Closing in good order has an end")
    func closing() {
        var life = lifecycle(handshake: false)
        #expect(life.close(at: time(0)) == true)
        #expect(life.close(at: time(1)) == false)
        #expect(!life.isReading && !life.admitsCall(at: time(0)))
        #expect(life.nextCheck(at: time(0), waiting: 0) == time(1_000))
        #expect(life.due(at: time(1_000), waiting: 0) == .close(.local))
    }

    @Test("A link is ready when it was greeted and its introduction was accepted, in any order")
    func linkOpening() {
        var life = LinkLifecycle(until: time(1_000), introduces: true)
        #expect(life.introduced(isAccepted: true) == .nothing)
        #expect(!life.isUsable)
        #expect(life.greeted(version: 1) == .becomeReady)
        #expect(life.isUsable)
        #expect(life.greeted(version: 1) == .nothing)
        #expect(!life.isOverdue(at: time(2_000)))

        life = LinkLifecycle(until: time(1_000), introduces: true)
        #expect(life.greeted(version: 1) == .nothing)
        #expect(life.introduced(isAccepted: false) == .close(.introduction))
        #expect(life.isOverdue(at: time(1_000)))

        life = LinkLifecycle(until: time(1_000), introduces: false)
        #expect(life.greeted(version: 2) == .close(.protocolViolation))
        #expect(life.greeted(version: 1) == .becomeReady)
    }

    @Test("A link that was told to go is done when nothing waits any more")
    func linkGoodbye() {
        var life = LinkLifecycle(until: time(1_000), introduces: false)
        #expect(life.goodbye() == false)
        _ = life.greeted(version: 1)
        #expect(!life.isDone(waiting: 0))
        #expect(life.goodbye() == true)
        #expect(life.goodbye() == false)
        #expect(!life.isUsable && !life.isDone(waiting: 1) && life.isDone(waiting: 0))
        #expect(life.ended() == .leaving)
        #expect(life.ended() == .closed)
    }

    @Test("After a failed attempt calls fail at once, the rest doubles up to its limit, and success forgets")
    func reconnecting() {
        var schedule = ReconnectSchedule(Backoff(first: .milliseconds(50), longest: .milliseconds(180)))
        #expect(schedule.callCame(at: time(0)) == .connect)
        #expect(schedule.callCame(at: time(0)) == .wait)
        #expect(schedule.failed(at: time(10), jitter: 0) == .milliseconds(50))
        #expect(schedule.callCame(at: time(59)) == .fail(retryAfter: .milliseconds(1)))
        #expect(schedule.callCame(at: time(60)) == .connect)
        #expect(schedule.failed(at: time(60), jitter: 0) == .milliseconds(100))
        #expect(schedule.failed(at: time(60), jitter: 0) == .milliseconds(180))
        #expect(schedule.failed(at: time(60), jitter: 1) == .milliseconds(90))
        for _ in 0..<100 { #expect(schedule.failed(at: time(60), jitter: 0) == .milliseconds(180)) }
        schedule.connected()
        #expect(schedule.callCame(at: time(60)) == .send)
        schedule.disconnected()
        #expect(schedule.callCame(at: time(60)) == .connect)
        #expect(schedule.failed(at: time(60), jitter: 0) == .milliseconds(50))
    }
}
