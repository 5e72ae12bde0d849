public import Contract
import Crypto
public import RPC
public import Values
import Wire

/// A call with an idempotency key: the key stands for one method with one content.
public struct KeyedCall<M: Method>: Sendable {
    /// The account that the key belongs to.
    public let account: Identifier
    public let key: String
    /// The SHA-256 of the parameters; another call with the same key has another one.
    public let fingerprint: [UInt8]

    /// - Throws: `invalid-params` for a call without a key.
    public init(_ method: M.Type, _ params: M.Params, of account: Identifier, key: String?) throws {
        guard let key else {
            throw RPCError(.invalidParams, faults: [.init(pointer: "", detail: "needs an idempotency key")])
        }
        self.account = account
        self.key = key
        fingerprint = Array(SHA256.hash(data: try JSONCoding.encode(params)))
    }

    /// Checks that a stored outcome is one of this call.
    /// - Parameter stored: the fingerprint of the call that used the key before.
    /// - Throws: `idempotencyMismatch` if the key stands for another call.
    public func check(_ stored: [UInt8]) throws(RPCError) {
        guard stored == fingerprint else { throw RPCError(.idempotencyMismatch) }
    }
}
