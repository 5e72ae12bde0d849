import Contract
import Contracts
import NIOCore
import RPC
import Wire

/// The answer to `rpc.discover`, built once.
struct OpenRPCAnswer: Sendable {
    static let method: StaticString = "rpc.discover"

    /// The document, one JSON value without raw line breaks.
    let document: ByteBuffer

    /// Builds the answer.
    ///
    /// - Parameter openServices: the services whose openable methods need no sign-in.
    /// - Throws: an error for a contract type without a schema; a test shows that there is none.
    init(_ methods: [any Method.Type] = Methods.public, openServices: Set<ServiceName>) throws {
        let document = try OpenRPCDocument.build(methods: methods, openServices: openServices)
        self.document = ByteBuffer(string: document.serialized())
    }

    /// Returns the document.
    ///
    /// - Throws: `invalid-params` if there are parameters, of which the method has none.
    func result(for params: ByteBuffer?) throws(RPCError) -> ByteBuffer {
        guard let params else { return document }
        do throws(JSONDecodingFailure) {
            _ = try params.withUnsafeReadableBytes { bytes throws(JSONDecodingFailure) in
                try JSONCoding.decode(Empty.self, from: bytes)
            }
        } catch {
            throw RPCError(error)
        }
        return document
    }
}
