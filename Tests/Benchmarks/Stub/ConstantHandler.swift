import Contract
import NIOCore
import RPC

/// A handler that answers every call with the same bytes.
struct ConstantHandler: CallHandler {
    let result: ByteBuffer

    func answer(_ method: String, params: ByteBuffer, context: CallContext) async throws -> ByteBuffer { result }
}

struct NoObserver: CallObserver {
    func callFinished(
        _ method: String, code: ErrorCode?, duration: Duration, context: CallContext, error: (any Error)?
    ) {}
}
