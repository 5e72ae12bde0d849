import Contract
import Contracts
import RPC

/// The answer to `GET /openapi.json`.
struct OpenAPIAnswer: Sendable {
    static let path: StaticString = "/openapi.json"

    private let document: DocumentOnDemand

    /// Creates the answer.
    ///
    /// - Parameter openServices: the services whose openable methods need no sign-in on this instance.
    init(openServices: Set<ServiceName>) {
        document = DocumentOnDemand { try OpenAPIDocument.build(openServices: openServices).serialized() }
    }

    /// Returns the document.
    ///
    /// - Throws: `internal` if it cannot be built.
    func content() throws(RPCError) -> DocumentOnDemand.Content { try document.content() }
}
