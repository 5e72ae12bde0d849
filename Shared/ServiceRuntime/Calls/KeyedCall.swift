public import Contract
import Crypto
public import RPC
public import Values
import Wire

/// A call with an idempotency key, which stands for one method with fixed parameters.
public struct KeyedCall<M: Method>: Sendable {
    /// The account that the key belongs to.
    public let account: Identifier
    public let key: String
    /// The SHA-256 of the parameters, which reveals a different call with the same key.
    public let fingerprint: [UInt8]

    /// Creates a keyed call.
    ///
    /// - Throws: `invalid-params` for a call without a key.
    public init(_ method: M.Type, _ params: M.Params, of account: Identifier, key: String?) throws {
        guard let key else {
            throw RPCError(.idempotencyKeyMissing)
        }
        self.account = account
        self.key = key
        fingerprint = Array(SHA256.hash(data: try JSONCoding.encode(params)))
    }

    /// Checks that a stored outcome belongs to this call.
    ///
    /// - Parameter stored: the fingerprint of the call that first used the key.
    /// - Throws: `idempotency-mismatch` if that was a different call.
    public func check(_ stored: [UInt8]) throws(RPCError) {
        guard stored == fingerprint else { throw RPCError(.idempotencyMismatch) }
    }
}
