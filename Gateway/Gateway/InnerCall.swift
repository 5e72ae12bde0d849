import Contract
import NIOCore
import RPC
import Wire

/// A method that the gateway itself calls.
struct InnerMethod<M: Method>: Sendable {
    private let route: Route

    init(_ method: M.Type) throws {
        // Not a public route, so it has no index among them.
        route = try Route(method, index: -1)
    }

    /// Calls the method over the links of the first event loop.
    ///
    /// - Throws: ``RPCError``, or an error of decoding the result.
    func call(_ params: M.Params, over loops: EdgeLoops) async throws -> M.Result {
        let route = route
        let params = ByteBuffer(bytes: try JSONCoding.encode(params))
        let result = try await loops.onFirst { edge in
            let owner = InnerCall(promise: edge.loop.makePromise(of: ByteBuffer.self))
            let trace = TraceContext.root(using: &edge.random)
            let timeout = Int64(route.declaration.timeoutMilliseconds)
            let now = edge.now
            let call = RoutedCall(
                route: route, params: params, trace: trace, id: ByteBuffer(), caller: nil, owner: owner,
                router: edge.router, startedAt: now, deadline: now + .milliseconds(timeout))
            edge.router.send(call)
            return owner.promise.futureResult
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
