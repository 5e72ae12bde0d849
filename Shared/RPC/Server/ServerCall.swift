import Lines
import NIOCore
import Resilience
import Values

/// A call or a notification for the handler, as it arrived.
struct IncomingCall {
    var id: CallID?
    var method: String
    var params: ByteBuffer
    var timeout: TimeAmount
    var context: CallContext
    /// True if the call names a principal or a remote address, which only Vokol processes may do.
    var claimsIdentity: Bool
    var isPrincipalBroken: Bool
}

/// A call that a handler is answering.
final class ServerCall: CallWork, @unchecked Sendable {
    let method: String
    let context: CallContext
    let startedAt: NIODeadline

    init(method: String, context: CallContext, startedAt: NIODeadline) {
        self.method = method
        self.context = context
        self.startedAt = startedAt
        super.init(flow: FlowKey(of: context))
    }

    /// Records that the call's task has begun: the time since the call arrived was a wait for the event loop.
    func taskStarted(at now: NIODeadline) { add(wait: .nanoseconds((now - startedAt).nanoseconds)) }

    /// Returns a handler's answer, given by tasks that work for this call.
    func answer(by handler: any CallHandler, params: ByteBuffer) async throws -> ByteBuffer {
        try await CallWork.$current.withValue(self) {
            try await handler.answer(method, params: params, context: context)
        }
    }

    /// The shortest wait that is reported: shorter ones are usual, and a report costs a line.
    private static let reportedWait = Duration.milliseconds(5)

    /// Appends the report of an extra cost and of a long wait, except to strangers: only gateways need it.
    func reportCost(to peer: LinkIdentity, as id: CallID, into outbox: inout ByteBuffer) {
        let (cost, waited) = (extraCost, waited)
        guard peer != .anonymous, cost > 0 || waited >= Self.reportedWait else { return }
        LinkProtocol.writeCost(
            cost, waitedMilliseconds: waited < Self.reportedWait ? nil : Int64(waited / .milliseconds(1)), of: id,
            into: &outbox)
    }
}

/// A call together with its task.
struct RunningCall {
    var call: ServerCall
    var task: Task<Void, Never>
}

/// The dependencies that all connections of a server share.
final class ServerParts: Sendable {
    let configuration: RPCServerConfiguration
    let handler: any CallHandler
    let observer: any CallObserver
    let connections: ConnectionRegistry
    /// The time of day, for `rpc.hello`.
    let clock: @Sendable () -> Instant
    /// Returns a seed for a connection's generator of trace and span ids.
    let seed: @Sendable () -> UInt64

    init(
        configuration: RPCServerConfiguration, handler: any CallHandler, observer: any CallObserver,
        connections: ConnectionRegistry, clock: @escaping @Sendable () -> Instant,
        seed: @escaping @Sendable () -> UInt64
    ) {
        self.configuration = configuration
        self.handler = handler
        self.observer = observer
        self.connections = connections
        self.clock = clock
        self.seed = seed
    }
}
