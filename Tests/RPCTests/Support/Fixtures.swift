import Contract
import Logging
import NIOCore
import NIOPosix
import RPC
import Synchronization

/// A handler made of a closure.
struct ClosureHandler: CallHandler {
    var body: @Sendable (String, ByteBuffer, CallContext) async throws -> ByteBuffer

    init(_ body: @escaping @Sendable (String, ByteBuffer, CallContext) async throws -> ByteBuffer) { self.body = body }

    func answer(_ method: String, params: ByteBuffer, context: CallContext) async throws -> ByteBuffer {
        try await body(method, params, context)
    }
}

/// An observer that records what a server reports.
final class RecordingObserver: CallObserver {
    struct Finished: Sendable {
        var method: String
        var code: ErrorCode?
        var error: (any Error)?
        var context: CallContext
    }

    struct State {
        var finished: [Finished] = []
        var refused: [ErrorCode] = []
        var closed: [ConnectionEnd] = []
    }

    private let state = Mutex(State())

    var finished: [Finished] { state.withLock { $0.finished } }
    var refused: [ErrorCode] { state.withLock { $0.refused } }
    var closed: [ConnectionEnd] { state.withLock { $0.closed } }

    func callFinished(
        _ method: String, code: ErrorCode?, duration: Duration, context: CallContext, error: (any Error)?
    ) {
        state.withLock { $0.finished.append(Finished(method: method, code: code, error: error, context: context)) }
    }

    func lineRejected(_ method: String?, code: ErrorCode, reason: String, traceID: String, peer: LinkIdentity) {
        state.withLock { $0.refused.append(code) }
    }

    func connectionClosed(_ reason: ConnectionEnd, peer: LinkIdentity) {
        state.withLock { $0.closed.append(reason) }
    }
}

/// Runs a server for the duration of `body`, on a free loopback port.
func withServer<Result: Sendable>(
    _ configure: (inout RPCServerConfiguration) -> Void = { _ in }, observer: any CallObserver = RecordingObserver(),
    handler: @escaping @Sendable (String, ByteBuffer, CallContext) async throws -> ByteBuffer,
    body: @Sendable (RPCServer, SocketAddress) async throws -> Result
) async throws -> Result {
    var configuration = RPCServerConfiguration(host: "127.0.0.1", port: 0)
    configure(&configuration)
    let server = RPCServer(
        configuration: configuration, handler: ClosureHandler(handler), observer: observer,
        logger: Logger(label: "test"), group: MultiThreadedEventLoopGroup.singleton)
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        let address = try await server.boundAddress()
        let result = try await body(server, address)
        group.cancelAll()
        try await group.waitForAll()
        return result
    }
}

/// The metadata of a call in a test.
struct TestMeta {
    var principal: LinkPrincipal?
    var remoteAddress: LinkAddress?
    var span: TraceContext?
    var locale: [UInt8]?
    var idempotencyKey: [UInt8]?
}

/// A call that runs a closure when it ends.
final class TestCall: LinkCall {
    private let whenEnded: (LinkOutcome) -> Void

    init(
        _ method: String, _ params: String?, _ meta: TestMeta = TestMeta(), timeout: Int64 = 250,
        whenEnded: @escaping (LinkOutcome) -> Void = { _ in }
    ) {
        guard let method = LinkMethod(method) else { preconditionFailure("\(method) is no method's name") }
        self.whenEnded = whenEnded
        super.init(
            method: method, params: params.map { ByteBuffer(string: $0) }, principal: meta.principal,
            remoteAddress: meta.remoteAddress, span: meta.span, locale: meta.locale,
            idempotencyKey: meta.idempotencyKey, timeoutMilliseconds: timeout)
    }

    override func ended(_ outcome: LinkOutcome, at now: NIODeadline) { whenEnded(outcome) }
}

/// An `async` interface to a link, for tests.
struct TestLink: Sendable {
    enum Outcome: Equatable, Sendable {
        case result(String)
        case error(Int, String)
        case garbled
        case expired
        case lost

        init(_ outcome: LinkOutcome) {
            switch outcome {
            case .result(let bytes): self = .result(String(buffer: bytes))
            case .error(let code, _, let object): self = .error(code, String(buffer: object))
            case .garbled: self = .garbled
            case .expired: self = .expired
            case .lost: self = .lost
            }
        }

        var code: Int? { if case .error(let code, _) = self { code } else { nil } }
    }

    let connection: NIOLoopBound<LinkConnection>
    let closed: EventLoopFuture<ConnectionEnd>
    let goaway: EventLoopFuture<Void>

    static func connect(
        to address: SocketAddress, _ configure: (inout LinkConfiguration) -> Void = { _ in }
    ) async throws -> TestLink {
        var configuration = LinkConfiguration(name: "gateway", peer: "museums")
        configuration.connectTimeout = .seconds(20)
        configure(&configuration)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let closed = loop.makePromise(of: ConnectionEnd.self)
        let goaway = loop.makePromise(of: Void.self)
        let final = configuration
        do {
            let connection = try await loop.flatSubmit {
                LinkConnection.connect(
                    to: address, on: loop, configuration: final,
                    onClose: {
                        closed.succeed($0)
                        goaway.fail(CancellationError())
                    }, onGoaway: { goaway.succeed() }
                ).assumeIsolated().map { NIOLoopBound($0, eventLoop: loop) }.nonisolated()
            }.get()
            return TestLink(connection: connection, closed: closed.futureResult, goaway: goaway.futureResult)
        } catch {
            closed.succeed(.peer)
            goaway.succeed()
            throw error
        }
    }

    func call(
        _ method: String, _ params: String? = "{}", timeout: Int64 = 20_000,
        _ change: @escaping @Sendable (inout TestMeta) -> Void = { _ in }
    ) async -> Outcome {
        await withCheckedContinuation { continuation in
            connection.eventLoop.execute {
                var meta = TestMeta()
                change(&meta)
                let call = TestCall(method, params, meta, timeout: timeout) {
                    continuation.resume(returning: Outcome($0))
                }
                let id = connection.value.send(call, at: connection.eventLoop.now)
                if id == nil { continuation.resume(returning: .error(0, "full")) }
            }
        }
    }

    func close() { connection.eventLoop.execute { connection.value.close() } }
}
