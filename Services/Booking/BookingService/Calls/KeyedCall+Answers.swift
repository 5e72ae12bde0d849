import Contract
import Postgres
import RPC
import ServiceRuntime
import Wire

extension KeyedCall {
    /// Creates the keyed call of a caller.
    ///
    /// - Throws: `invalid-params` for a call without a key.
    init(_ method: M.Type, _ params: M.Params, _ caller: BookingCaller) throws {
        try self.init(method, params, of: caller.account, key: caller.idempotencyKey)
    }

    /// The key of the call's answer.
    var answerKey: AnswerKey { AnswerKey(account: account, method: M.declaration.name, key: key) }

    /// Encodes the call's answer, to be stored with its key.
    func answer(_ result: M.Result) throws -> StoredAnswer {
        StoredAnswer(fingerprint: fingerprint, answer: try JSONCoding.encode(result))
    }

    /// Decodes the stored answer to the same call; returns `nil` if the call is new.
    ///
    /// - Throws: `idempotency-mismatch` if the key was used for another call.
    func repeated(_ storedAnswer: StoredAnswer?, _ metrics: BookingMetrics) throws -> M.Result? {
        guard let storedAnswer else { return nil }
        try check(storedAnswer.fingerprint)
        metrics.bookings.count(.repeated)
        return try JSONCoding.decode(
            M.Result.self, from: RenamedAnswer.renamed(storedAnswer.answer), unknownMembers: .ignored)
    }
}

/// Runs statements that store an answer; throws `idempotency-mismatch` if its key is taken.
func storingAnswer<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as PostgresError where error.constraint == "idempotency_key_pkey" {
        // The customer's lock serializes calls with the same key, unless they concern two customers.
        throw RPCError(.idempotencyMismatch)
    }
}
