import Contract
import NIOCore
import NIOPosix

/// The part of an ``RPCClient`` on its event loop: calls that wait for a connection, and calls in flight.
final class ClientLink {
    /// The service to connect to.
    struct Target: Sendable {
        var host: String
        var port: Int
        var configuration: LinkConfiguration
    }

    /// A call's options, with the principal in encoded form.
    struct Meta: Sendable {
        var options: CallOptions
        var principal: [UInt8]?
    }

    typealias Completion = (Result<ByteBuffer, RPCError>) -> Void

    private struct Waiting {
        var ticket: CallTicket
        var method: String
        var params: ByteBuffer?
        var meta: Meta
        var deadline: NIODeadline
        var completion: Completion
    }

    /// A call in flight.
    private final class InFlightCall: LinkCall {
        private let whenEnded: (LinkOutcome) -> Void

        init(
            _ call: Waiting, timeoutMilliseconds: Int64, whenEnded: @escaping (LinkOutcome) -> Void
        ) throws(RPCError) {
            self.whenEnded = whenEnded
            let options = call.meta.options
            super.init(
                method: try Self.part(LinkMethod(call.method), "the method's name"), params: call.params,
                principal: try call.meta.principal.map { json throws(RPCError) in
                    try Self.part(LinkPrincipal(json: json), "the principal")
                },
                remoteAddress: try options.remoteAddress.map { address throws(RPCError) in
                    try Self.part(LinkAddress(address), "the remote address")
                },
                span: options.trace, locale: options.locale.map { Array($0.utf8) },
                idempotencyKey: options.idempotencyKey.map { Array($0.utf8) }, timeoutMilliseconds: timeoutMilliseconds)
        }

        /// Unwraps a part of the line that this process has created itself; throws `internal` if it is missing.
        private static func part<Part>(_ part: Part?, _ name: String) throws(RPCError) -> Part {
            guard let part else { throw RPCError(.internal, cause: "\(name) is not valid") }
            return part
        }

        override func ended(_ outcome: LinkOutcome, at now: NIODeadline) { whenEnded(outcome) }
    }

    private struct Sent {
        /// The caller's ticket, kept so that its identity is not reused.
        var ticket: CallTicket
        var id: LinkCallID
        /// The connection that carries the call: an earlier one than the current, if that one is draining.
        var connection: LinkConnection
        var completion: Completion
    }

    private static let defaultTimeout = TimeAmount.seconds(5)

    private let target: Target
    private let loop: any EventLoop
    private let jitter: @Sendable () -> Double
    private var schedule: ReconnectSchedule
    private var connection: LinkConnection?
    /// The number of the current connection.
    private var attempt = 0
    private var waiting: [Waiting] = []
    private var sent: [ObjectIdentifier: Sent] = [:]
    private var isClosed = false

    init(
        _ target: Target, on loop: any EventLoop, schedule: ReconnectSchedule, jitter: @escaping @Sendable () -> Double
    ) {
        self.target = target
        self.loop = loop
        self.schedule = schedule
        self.jitter = jitter
    }

    func submit(
        _ ticket: CallTicket, _ method: String, _ params: ByteBuffer?, _ meta: Meta, _ completion: @escaping Completion
    ) {
        guard !isClosed else { return completion(.failure(RPCError(.unavailable, cause: "the client is closed"))) }
        guard !ticket.isCancelled else { return completion(.failure(RPCError(.cancelled))) }
        let timeout = meta.options.timeout.map { TimeAmount($0) } ?? Self.defaultTimeout
        let call = Waiting(
            ticket: ticket, method: method, params: params, meta: meta, deadline: loop.now + timeout,
            completion: completion)
        if connection?.isUsable == false { disconnected(attempt) }
        switch schedule.callSubmitted(at: loop.now) {
        case .send: send(call)
        case .connect:
            waiting.append(call)
            connect()
        case .wait:
            guard waiting.count < target.configuration.maximumInFlight else {
                return completion(.failure(RPCError(.tooManyInFlight)))
            }
            waiting.append(call)
        case .fail(let retryAfter): completion(.failure(Self.unreachable(retryAfter, nil)))
        }
    }

    func cancel(_ ticket: CallTicket) {
        if let index = waiting.firstIndex(where: { $0.ticket === ticket }) {
            waiting.remove(at: index).completion(.failure(RPCError(.cancelled)))
        } else if let call = sent.removeValue(forKey: ObjectIdentifier(ticket)) {
            call.connection.cancel(call.id)
            call.completion(.failure(RPCError(.cancelled)))
        }
    }

    func close() {
        isClosed = true
        let waiting = waiting
        self.waiting = []
        for call in waiting { call.completion(.failure(RPCError(.unavailable, cause: "the client is closed"))) }
        connection?.close()
        connection = nil
    }

    private func send(_ call: Waiting) {
        guard let connection else { return call.completion(.failure(Self.unreachable(.zero, nil))) }
        let now = loop.now
        let key = ObjectIdentifier(call.ticket)
        let inFlightCall: InFlightCall
        do throws(RPCError) {
            inFlightCall = try InFlightCall(
                call, timeoutMilliseconds: (call.deadline - now).nanoseconds / 1_000_000
            ) { outcome in
                self.sent.removeValue(forKey: key)?.completion(Self.result(of: outcome))
            }
        } catch {
            return call.completion(.failure(error))
        }
        let id = connection.send(inFlightCall, at: now)
        if let id {
            sent[key] = Sent(ticket: call.ticket, id: id, connection: connection, completion: call.completion)
        } else {
            call.completion(.failure(RPCError(.tooManyInFlight)))
        }
    }

    private func connect() {
        attempt += 1
        let (target, loop, attempt) = (target, loop, attempt)
        NIOThreadPool.singleton.runIfActive(eventLoop: loop) {
            try SocketAddress.makeAddressResolvingHost(target.host, port: target.port)
        }.assumeIsolated().whenComplete { result in
            switch result {
            case .success(let address):
                LinkConnection.connect(
                    to: address, on: loop, configuration: target.configuration,
                    onClose: { _ in self.disconnected(attempt) }, onGoaway: { self.disconnected(attempt) }
                ).assumeIsolated().whenComplete { self.connected($0) }
            case .failure(let error): self.connected(.failure(error))
            }
        }
    }

    private func connected(_ result: Result<LinkConnection, any Error>) {
        let calls = waiting
        waiting = []
        switch result {
        case .success(let connection) where isClosed: connection.close()
        case .success(let connection):
            schedule.connected()
            self.connection = connection
            for call in calls { send(call) }
        case .failure(let error):
            let rest = schedule.failed(at: loop.now, jitter: jitter())
            for call in calls { call.completion(.failure(Self.unreachable(rest, error))) }
        }
    }

    /// Stops using a connection; its calls in flight still end.
    private func disconnected(_ attempt: Int) {
        guard attempt == self.attempt else { return }
        schedule.disconnected()
        connection = nil
    }

    private static func unreachable(_ retryAfter: TimeAmount, _ error: (any Error)?) -> RPCError {
        RPCError(
            .unavailable, retryAfterMilliseconds: max(retryAfter.nanoseconds / 1_000_000, 1),
            cause: error.map { "no connection: \($0)" } ?? "no connection")
    }

    private static func result(of outcome: LinkOutcome) -> Result<ByteBuffer, RPCError> {
        switch outcome {
        case .result(let bytes):
            // The result outlives this function and must not keep the link's memory alive.
            return .success(ByteBuffer(bytes: bytes.readableBytesView))
        case .error(_, _, let object): return .failure(object.withUnsafeReadableBytes { RPCError(object: $0) })
        case .garbled: return .failure(RPCError(.badUpstream, cause: "malformed answer"))
        case .expired: return .failure(RPCError(.deadlineExceeded))
        case .lost:
            return .failure(
                RPCError(.connectionLost, cause: "the connection ended before an answer"))
        }
    }
}
