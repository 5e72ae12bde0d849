import Contract
import NIOCore
import RPC

/// A document about the contract, built on another thread when it is first asked for.
///
/// Most gateways are never asked. Building the documents at the start would keep some two megabytes in each of them.
/// Building one on an event loop would hold up all connections of the loop.
final class DocumentOnDemand: Sendable {
    /// The bytes of the document and what identifies them.
    struct Content: Sendable {
        let body: ByteBuffer
        let tag: EntityTag
    }

    private let content: ValueOnDemand<Content>

    /// Creates a document that `build` serializes.
    init(run: @escaping WorkRunner, _ build: @escaping @Sendable () throws -> String) {
        content = ValueOnDemand(run: run) {
            let body = ByteBuffer(string: try build())
            return Content(body: body, tag: EntityTag(of: body))
        }
    }

    /// Returns the document, and keeps it; fails if a type of the contract has no schema.
    func content(on loop: any EventLoop) -> ValueOnDemand<Content>.Availability { content.value(on: loop) }
}

extension RPCError {
    /// Creates the error of a call whose document could not be built; tests ensure that every document can be.
    init(ofDocument error: any Error) {
        self.init(.internal, cause: "the contract's document cannot be built: \(error)")
    }
}
