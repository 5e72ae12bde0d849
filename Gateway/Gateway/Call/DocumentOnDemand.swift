import Contract
import NIOCore
import RPC
import Synchronization

/// A document about the contract, built when it is first asked for.
///
/// Most gateways are never asked. Building the documents at the start would keep some two megabytes in each of them.
final class DocumentOnDemand: Sendable {
    /// The bytes of the document and what identifies them.
    struct Content: Sendable {
        let body: ByteBuffer
        let tag: EntityTag
    }

    private let build: @Sendable () throws -> String
    private let built = Mutex<Content?>(nil)

    /// Creates a document that `build` serializes.
    init(_ build: @escaping @Sendable () throws -> String) { self.build = build }

    /// Returns the document, and keeps it; a concurrent call waits for the same one.
    ///
    /// - Throws: `internal` if a type of the contract has no schema; tests show that there is none.
    func content() throws(RPCError) -> Content {
        do {
            return try built.withLock { built in
                if let built { return built }
                let body = ByteBuffer(string: try build())
                let content = Content(body: body, tag: EntityTag(of: body))
                built = content
                return content
            }
        } catch {
            throw RPCError(.internal, cause: "the contract's document cannot be built: \(error)")
        }
    }
}
