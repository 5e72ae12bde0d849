import NIOCore
import Resilience
import Testing

@testable import RPC

@Suite struct StateTests {
    private func time(_ milliseconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .milliseconds(milliseconds) }

    private func lifecycle(handshake: Bool) -> ServerLifecycle {
        ServerLifecycle(
            times: .init(handshake: .seconds(5), goawayGrace: .seconds(1), drain: .seconds(20), close: .seconds(1)),
            expectsHandshake: handshake, at: time(0))
    }

    @Test func `A handshake opens the connection for a named process, in time`() {
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

    @Test func `A connection that is still shaking hands is closed, not drained`() {
        var life = lifecycle(handshake: true)
        #expect(life.drain(at: time(0)) == false)
        #expect(!life.isReading)
    }

    @Test func `A drain shorter than the goaway grace is accepted`() {
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

    @Test func `An orderly close has a time limit`() {
        var life = lifecycle(handshake: false)
        #expect(life.close(at: time(0)) == true)
        #expect(life.close(at: time(1)) == false)
        #expect(!life.isReading && !life.admitsCall(at: time(0)))
        #expect(life.nextCheck(at: time(0), waiting: 0) == time(1_000))
        #expect(life.due(at: time(1_000), waiting: 0) == .close(.local))
    }

    @Test func `A link is ready once it is greeted and its introduction is accepted, in any order`() {
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

    @Test func `A draining link is done once no call is unanswered`() {
        var life = LinkLifecycle(until: time(1_000), introduces: false)
        #expect(life.goawayReceived() == false)
        _ = life.greeted(version: 1)
        #expect(!life.isDone(waiting: 0))
        #expect(life.goawayReceived() == true)
        #expect(life.goawayReceived() == false)
        #expect(!life.isUsable && !life.isDone(waiting: 1) && life.isDone(waiting: 0))
        #expect(life.ended() == .draining)
        #expect(life.ended() == .closed)
    }

    @Test func `After a failed attempt calls fail at once, and the pause doubles until a success resets it`() {
        var schedule = ReconnectSchedule(Backoff(first: .milliseconds(50), longest: .milliseconds(180)))
        #expect(schedule.callSubmitted(at: time(0)) == .connect)
        #expect(schedule.callSubmitted(at: time(0)) == .wait)
        #expect(schedule.failed(at: time(10), jitter: 0) == .milliseconds(50))
        #expect(schedule.callSubmitted(at: time(59)) == .fail(retryAfter: .milliseconds(1)))
        #expect(schedule.callSubmitted(at: time(60)) == .connect)
        #expect(schedule.failed(at: time(60), jitter: 0) == .milliseconds(100))
        #expect(schedule.failed(at: time(60), jitter: 0) == .milliseconds(180))
        #expect(schedule.failed(at: time(60), jitter: 1) == .milliseconds(90))
        for _ in 0..<100 { #expect(schedule.failed(at: time(60), jitter: 0) == .milliseconds(180)) }
        schedule.connected()
        #expect(schedule.callSubmitted(at: time(60)) == .send)
        schedule.disconnected()
        #expect(schedule.callSubmitted(at: time(60)) == .connect)
        #expect(schedule.failed(at: time(60), jitter: 0) == .milliseconds(50))
    }
}
