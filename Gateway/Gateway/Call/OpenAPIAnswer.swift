import Contract
import Contracts
import NIOCore

/// The answer to `GET /openapi.json`, built once.
struct OpenAPIAnswer: Sendable {
    static let path: StaticString = "/openapi.json"

    let body: ByteBuffer
    let tag: EntityTag

    /// Builds the answer.
    ///
    /// - Parameter openServices: the services whose openable methods need no sign-in on this instance.
    /// - Throws: an error for a contract type without a schema; a test shows that there is none.
    init(openServices: Set<ServiceName>) throws {
        let document = try OpenAPIDocument.build(openServices: openServices)
        body = ByteBuffer(string: document.serialized())
        tag = EntityTag(of: body)
    }
}
