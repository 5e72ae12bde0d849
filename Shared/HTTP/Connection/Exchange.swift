package import NIOCore
import Synchronization

/// A request and the promise of its outcome.
///
/// It ends once. After that, ``beginSending()`` returns false, so that a failure reported as not sent remains true.
package final class Exchange<Request: Sendable, Response: Sendable>: Sendable {
    package let request: Request
    /// Fails with an ``HTTPFailure``.
    package let outcome: EventLoopFuture<Response>
    private let promise: EventLoopPromise<Response>
    private let phase = Atomic(ExchangePhase.waiting)

    package init(_ request: Request, on loop: any EventLoop) {
        self.request = request
        promise = loop.makePromise()
        outcome = promise.futureResult
    }

    /// Begins the exchange and returns the response.
    ///
    /// The exchange fails if the caller's task is cancelled, or without a response within `time`; `nil` for no limit.
    package func response(within time: Duration?, begin: () -> Void) async throws(HTTPFailure) -> Response {
        let timer = time.map { time in
            outcome.eventLoop.scheduleTask(in: TimeAmount(time)) { self.fail(.timedOut) }
        }
        defer { timer?.cancel() }
        do {
            return try await withTaskCancellationHandler {
                begin()
                return try await outcome.get()
            } onCancel: {
                fail(.cancelled)
            }
        } catch {
            throw error as? HTTPFailure ?? HTTPFailure(.broken("\(type(of: error))"), mayHaveBeenSent: true)
        }
    }

    /// Marks the request as sent; returns false if it must not be sent any more.
    package func beginSending() -> Bool {
        phase.compareExchange(expected: .waiting, desired: .sent, ordering: .acquiringAndReleasing).exchanged
    }

    /// True if nobody waits for the response any more.
    package var isOver: Bool { phase.load(ordering: .acquiring) == .over }

    package func succeed(_ response: Response) {
        if phase.exchange(.over, ordering: .acquiringAndReleasing) != .over { promise.succeed(response) }
    }

    package func fail(_ reason: HTTPFailure.Reason) {
        let phase = phase.exchange(.over, ordering: .acquiringAndReleasing)
        if phase != .over { promise.fail(HTTPFailure(reason, mayHaveBeenSent: phase == .sent)) }
    }
}

private enum ExchangePhase: UInt8, AtomicRepresentable { case waiting, sent, over }

/// A request to an HTTP server and the promise of its response.
typealias HTTPExchange = Exchange<LimitedRequest, HTTPResponse>

/// An HTTP request and the limits on its response.
struct LimitedRequest: Sendable {
    let request: HTTPRequest
    let limits: HTTPLimits
    /// The reader of a successful response's body; `nil` to deliver the body with the response.
    var stream: HTTPBodyStream?

    /// The server that receives the request.
    var origin: HTTPOrigin { request.address.origin }
}
