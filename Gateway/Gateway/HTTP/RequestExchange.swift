import Contract
import HTTPParsing
import NIOCore
import RPC

/// A request and its answer, in a version of HTTP: an HTTP/1.1 connection, which has one at a time, or a stream of
/// HTTP/2.
///
/// The extensions hold what does not depend on the version: `RequestExchange+Requests.swift` handles requests,
/// `RequestExchange+Answers.swift`, `+Web` and `+Events` make the answers.
protocol RequestExchange: CallOwner, EventSink {
    var connection: ClientConnection { get }
    /// The client's address; behind an HTTP proxy it may change with each request.
    var client: ClientAddress { get }
    /// The request being read or answered.
    var request: EdgeRequest? { get }
    /// The call made from ``request``.
    var call: RoutedCall? { get set }
    /// The event stream that answers ``request``.
    var stream: OpenStream? { get set }
    /// True once answers are no longer needed.
    var isEnded: Bool { get }

    /// Writes an answer with its head.
    ///
    /// - Returns: the number of bytes written.
    func write(_ answer: EdgeResponse, _ request: EdgeRequest?, trace: TraceContext?) -> Int
    /// Ends the request, whose answer is written.
    func answered(at now: NIODeadline)
    /// Counts a request refused by a limit; after too many, the connection closes with this answer.
    func countRefusal()

    /// Writes the head of an event stream.
    ///
    /// - Parameter isWhole: true if no events follow, as in the answer to HEAD.
    func writeEventsHead(of request: EdgeRequest, isWhole: Bool)
}

extension RequestExchange {
    var edge: EdgeLoop { connection.edge }
    var admission: (gate: CallGate, client: AddressKeys)? { (edge.gate, client.keys) }

    /// Gives up the call and the event stream of a request that nobody waits for any more.
    func abandon() {
        stream.take()?.abandon(.connection)
        guard let call = call.take() else { return }
        edge.router.cancel(call)
        edge.gate.leave(call.caller, client.keys, call.route)
        var record = JournalRecord(of: call, transport: .http, client: client, at: edge.now)
        record.code = ErrorCode.cancelled.number
        record.status = ErrorCode.cancelled.httpStatus
        edge.journal.record(record)
    }

    /// Calls `body` with a value, at once or when it is made, unless the request has ended by then.
    func whenAvailable<Value>(
        _ value: ValueOnDemand<Value>.Availability, for request: EdgeRequest,
        _ body: @escaping (Self, Result<Value, any Error>) -> Void
    ) {
        switch value {
        case .ready(let value): body(self, .success(value))
        case .coming(let future):
            future.assumeIsolated().whenComplete { [weak self] result in
                guard let self, self.request === request, !isEnded else { return }
                body(self, result)
            }
        }
    }

    /// Returns the client's address, which a trusted proxy names in the request.
    ///
    /// - Parameter forwarder: the proxy that opened the connection.
    static func client(
        of request: EdgeRequest, behind forwarder: ClientAddress, _ limits: EdgeLimits.HTTP
    ) -> ClientAddress {
        request.text(request.head.forwardedFor)
            .flatMap { ForwardedFor.client(in: $0, proxies: limits.forwarders) }
            .map { ClientAddress($0) } ?? forwarder
    }
}
