import NIOCore
import Synchronization

/// A request and the promise of its outcome.
///
/// It ends once. After that, ``beginSending()`` returns false, so that a failure reported as not sent remains true.
final class HTTPExchange: Sendable {
    private enum Phase: UInt8, AtomicRepresentable { case waiting, sent, over }

    let request: HTTPRequest
    let limits: HTTPLimits
    /// The reader of a successful response's body; `nil` to deliver the body with the response.
    let stream: HTTPBodyStream?
    let outcome: EventLoopFuture<HTTPResponse>
    private let promise: EventLoopPromise<HTTPResponse>
    private let phase = Atomic(Phase.waiting)

    init(_ request: HTTPRequest, limits: HTTPLimits, stream: HTTPBodyStream? = nil, on loop: any EventLoop) {
        self.request = request
        self.stream = stream
        self.limits = limits
        promise = loop.makePromise()
        outcome = promise.futureResult
    }

    /// The server that receives the request.
    var origin: HTTPOrigin { request.address.origin }

    /// Marks the request as sent; returns false if it must not be sent any more.
    func beginSending() -> Bool {
        phase.compareExchange(expected: .waiting, desired: .sent, ordering: .acquiringAndReleasing).exchanged
    }

    func succeed(_ response: HTTPResponse) {
        if phase.exchange(.over, ordering: .acquiringAndReleasing) != .over { promise.succeed(response) }
    }

    func fail(_ reason: HTTPFailure.Reason) {
        let phase = phase.exchange(.over, ordering: .acquiringAndReleasing)
        if phase != .over { promise.fail(HTTPFailure(reason, mayHaveBeenSent: phase == .sent)) }
    }
}
