import HTTP
import NIOCore
import Synchronization
import VokolClient

/// A call on a line connection and the promise of its answer; it ends once.
final class LineCall: Sendable {
    private enum Phase: UInt8, AtomicRepresentable { case waiting, sent, over }

    let request: CallRequest
    let answer: EventLoopFuture<[UInt8]>
    private let promise: EventLoopPromise<[UInt8]>
    private let phase = Atomic(Phase.waiting)
    private let timeIsOver = Atomic(false)

    init(_ request: CallRequest, on loop: any EventLoop) {
        self.request = request
        promise = loop.makePromise()
        answer = promise.futureResult
    }

    /// Marks the call as sent; returns false if it must not be sent any more.
    func beginSending() -> Bool {
        phase.compareExchange(expected: .waiting, desired: .sent, ordering: .acquiringAndReleasing).exchanged
    }

    /// True if nobody waits for the answer any more.
    var isOver: Bool { phase.load(ordering: .acquiring) == .over }

    /// True if the server has not answered in time.
    var isTimedOut: Bool { timeIsOver.load(ordering: .acquiring) }

    /// Ends the call because the server has not answered in time.
    func timeOut() {
        timeIsOver.store(true, ordering: .releasing)
        fail(.timedOut)
    }

    func succeed(_ line: [UInt8]) {
        if phase.exchange(.over, ordering: .acquiringAndReleasing) != .over { promise.succeed(line) }
    }

    func fail(_ reason: HTTPFailure.Reason) {
        let phase = phase.exchange(.over, ordering: .acquiringAndReleasing)
        guard phase != .over else { return }
        promise.fail(TransportFailure(HTTPFailure(reason, mayHaveBeenSent: phase == .sent)))
    }
}

extension TransportFailure {
    init(_ failure: HTTPFailure) {
        self.init(
            failure.description, mayHaveBeenSent: failure.mayHaveBeenSent, isUntrusted: failure.reason == .untrusted)
    }
}
