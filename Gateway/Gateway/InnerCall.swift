import Contract
import NIOCore
import RPC
import Synchronization
import Wire

/// The choice of the replica for a call of the gateway itself.
enum ReplicaChoice: Sendable {
    case leastLoaded
    /// The replica of the previous call made this way, unless that call failed.
    case same(unless: Bool)
}

/// A method that the gateway itself calls.
struct InnerMethod<M: Method>: Sendable {
    private let route: Route

    init(_ method: M.Type) throws {
        // Not a public route, so it has no index among them.
        route = try Route(method, index: -1)
    }

    /// Calls the method over the links of the first event loop.
    ///
    /// - Parameter choice: the choice among the replicas.
    /// - Throws: ``RPCError``, `CancellationError`, or an error of decoding the result.
    func call(_ params: M.Params, over loops: EdgeLoops, _ choice: ReplicaChoice = .leastLoaded) async throws
        -> M.Result
    {
        let route = route
        let params = ByteBuffer(bytes: try JSONCoding.encode(params))
        let handle = CallHandle()
        let result = try await withTaskCancellationHandler {
            try await loops.onFirst { edge in
                let owner = InnerCall(promise: edge.loop.makePromise(of: ByteBuffer.self))
                let trace = TraceContext.root(using: &edge.random)
                let timeout = Int64(route.declaration.timeoutMilliseconds)
                let now = edge.now
                let call = RoutedCall(
                    route: route, params: params, trace: trace, id: ByteBuffer(), caller: nil, owner: owner,
                    router: edge.router, startedAt: now, deadline: now + .milliseconds(timeout))
                let router = edge.router
                let isWanted = handle.started(
                    NIOLoopBound(
                        {
                            router.cancel(call)
                            owner.promise.fail(CancellationError())
                        }, eventLoop: edge.loop))
                guard isWanted else {
                    owner.promise.fail(CancellationError())
                    return owner.promise.futureResult
                }
                switch choice {
                case .leastLoaded: router.send(call)
                case .same(let hasFailed): router.sendToSameReplica(call, unless: hasFailed)
                }
                return owner.promise.futureResult
            }
        } onCancel: {
            handle.cancel()
        }
        return try result.withUnsafeReadableBytes { bytes throws(JSONDecodingFailure) in
            try ResultDecoder.decode(M.Result.self, from: bytes)
        }
    }
}

/// The owner of a call made by the gateway itself.
private final class InnerCall: CallOwner {
    let promise: EventLoopPromise<ByteBuffer>

    init(promise: EventLoopPromise<ByteBuffer>) { self.promise = promise }

    func callEnded(_ call: RoutedCall, _ answer: CallOutcome) {
        switch answer {
        case .result(let result): promise.succeed(result)
        case .refusal(_, _, let object):
            promise.fail(object.withUnsafeReadableBytes { RPCError(object: $0) })
        case .failure(let error): promise.fail(error)
        }
    }
}

/// The way to cancel a call from the task that waits for it.
private final class CallHandle: Sendable {
    private struct State {
        var isCancelled = false
        var cancellation: NIOLoopBound<() -> Void>?
    }

    private let state = Mutex(State())

    /// Records how to cancel the call; returns false if it has been cancelled already.
    func started(_ cancellation: NIOLoopBound<() -> Void>) -> Bool {
        state.withLock { state in
            state.cancellation = cancellation
            return !state.isCancelled
        }
    }

    func cancel() {
        let cancellation = state.withLock { state in
            state.isCancelled = true
            return state.cancellation
        }
        cancellation?.eventLoop.execute { cancellation?.value() }
    }
}
