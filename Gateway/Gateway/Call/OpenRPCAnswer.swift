import Contract
import Contracts
import NIOCore
import RPC
import Wire

/// The answer to `rpc.discover`.
struct OpenRPCAnswer: Sendable {
    static let method: StaticString = "rpc.discover"

    private let document: DocumentOnDemand

    /// Creates the answer.
    ///
    /// - Parameter openServices: the services whose openable methods need no sign-in.
    init(openServices: Set<ServiceName>) {
        document = DocumentOnDemand {
            try OpenRPCDocument.build(
                methods: Methods.public, topics: Methods.topics, openServices: openServices
            ).serialized()
        }
    }

    /// Returns the document, one JSON value without raw line breaks.
    ///
    /// - Throws: `invalid-params` if `params` has members; `internal` if the document cannot be built.
    func result(for params: ByteBuffer?) throws(RPCError) -> ByteBuffer {
        guard let params else { return try document.content().body }
        do throws(JSONDecodingFailure) {
            _ = try params.withUnsafeReadableBytes { bytes throws(JSONDecodingFailure) in
                try JSONCoding.decode(Empty.self, from: bytes)
            }
        } catch {
            throw RPCError(error)
        }
        return try document.content().body
    }
}
