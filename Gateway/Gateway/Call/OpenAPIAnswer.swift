import Contract
import Contracts
import NIOCore

/// The answer to `GET /openapi.json`, built once.
struct OpenAPIAnswer: Sendable {
    static let path: StaticString = "/openapi.json"

    let body: ByteBuffer
    let tag: EntityTag

    /// Builds the answer.
    /// - Throws: an error for a contract type without a schema; a test shows that there is none.
    init(_ methods: [any Method.Type] = Methods.public) throws {
        body = ByteBuffer(string: try OpenAPIDocument.build(methods: methods).serialized())
        tag = EntityTag(of: body)
    }
}
