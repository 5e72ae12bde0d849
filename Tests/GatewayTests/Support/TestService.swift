import AuthContract
import Contract
import Logging
import NIOCore
import NIOPosix
import RPC
import Synchronization
import Wire

/// A stand-in for all services behind the gateway, which answers as the test says and records the calls.
final class TestService: CallHandler {
    struct RecordedCall: Sendable {
        var method: String
        var params: String
        var context: CallContext
    }

    typealias Answer = @Sendable (String, String, CallContext) async throws -> String

    private struct State {
        var keys: [Auth.KeySet.Key]
        var revoked: [Auth.Revocations.Revocation] = []
        var calls: [RecordedCall] = []
    }

    private let state: Mutex<State>
    private let body: Answer

    init(keys: [Auth.KeySet.Key], body: @escaping Answer) {
        state = Mutex(State(keys: keys))
        self.body = body
    }

    /// The clients' calls, without the gateway's own ones for keys, revocations and hints.
    var calls: [RecordedCall] { state.withLock { $0.calls } }

    func revoke(_ revocation: Auth.Revocations.Revocation) { state.withLock { $0.revoked.append(revocation) } }

    func answer(_ method: String, params: ByteBuffer, context: CallContext) async throws -> ByteBuffer {
        switch method {
        case "auth.jwks":
            return ByteBuffer(bytes: try JSONCoding.encode(Auth.KeySet.Result(keys: state.withLock { $0.keys })))
        case "auth.revocations":
            let revoked = state.withLock { $0.revoked }
            return ByteBuffer(bytes: try JSONCoding.encode(Auth.Revocations.Result(items: revoked, next: 1)))
        case "booking.hints", "museums.hints":
            return ByteBuffer(bytes: try JSONCoding.encode(HintPage(epoch: "test", next: 0)))
        default:
            let text = String(buffer: params)
            state.withLock { $0.calls.append(RecordedCall(method: method, params: text, context: context)) }
            return ByteBuffer(string: try await body(method, text, context))
        }
    }
}

private struct SilentObserver: CallObserver {
    func callFinished(
        _ method: String, code: ErrorCode?, duration: Duration, context: CallContext, error: (any Error)?
    ) {}
}

/// Runs replicas of a service for the duration of `body`.
func withReplicas<Result: Sendable>(
    _ handlers: [TestService], secret: String = "a secret of the tests",
    body: @Sendable ([(server: RPCServer, port: Int)]) async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        var replicas: [(server: RPCServer, port: Int)] = []
        for handler in handlers {
            var configuration = RPCServerConfiguration(host: "127.0.0.1", port: 0)
            configuration.secret = Array(secret.utf8)
            let server = RPCServer(
                configuration: configuration, handler: handler, observer: SilentObserver(),
                logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
                group: MultiThreadedEventLoopGroup.singleton)
            tasks.addTask { try await server.run() }
            replicas.append((server, try await server.boundAddress().port ?? 0))
        }
        let result = try await body(replicas)
        tasks.cancelAll()
        try? await tasks.waitForAll()
        return result
    }
}
