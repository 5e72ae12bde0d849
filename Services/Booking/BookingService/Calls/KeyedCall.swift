import Contract
import Crypto
import Postgres
import RPC
import ServiceRuntime
import Wire

/// A call with an idempotency key: the key belongs to the caller, and stands for one method with one content.
struct KeyedCall<M: Method>: Sendable {
    let key: AnswerKey
    let fingerprint: [UInt8]

    /// - Throws: `invalid-params` for a call without a key.
    init(_ method: M.Type, _ params: M.Params, _ caller: BookingCaller) throws {
        guard let key = caller.idempotencyKey else {
            throw RPCError(.invalidParams, faults: [.init(pointer: "", detail: "needs an idempotency key")])
        }
        self.key = AnswerKey(account: caller.account, method: M.declaration.name, key: key)
        fingerprint = Array(SHA256.hash(data: try JSONCoding.encode(params)))
    }

    /// Encodes an answer to be kept.
    func answer(_ result: M.Result) throws -> KeptAnswer {
        KeptAnswer(fingerprint: fingerprint, answer: try JSONCoding.encode(result))
    }

    /// Decodes the earlier answer to the same call; `nil` if the call is new.
    /// - Throws: `idempotencyMismatch` if the key stands for another call.
    func repeated(_ kept: KeptAnswer?, _ metrics: BookingMetrics) throws -> M.Result? {
        guard let kept else { return nil }
        guard kept.fingerprint == fingerprint else { throw RPCError(.idempotencyMismatch) }
        metrics.bookings.count(.repeated)
        return try kept.answer.withUnsafeBytes { bytes in
            try JSONCoding.decode(M.Result.self, from: bytes, unknownMembers: .ignored)
        }
    }
}

/// Runs statements that keep an answer.
func keepingAnswer<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as PostgresError where error.constraint == "idempotency_key_pkey" {
        // The customer's lock serializes calls with the same key, unless they concern two customers.
        throw RPCError(.idempotencyMismatch)
    }
}
