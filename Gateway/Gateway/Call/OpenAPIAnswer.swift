import Contract
import Contracts
import NIOCore

/// The answer to `GET /openapi.json`, made once.
struct OpenAPIAnswer: Sendable {
    static let path: StaticString = "/openapi.json"

    let body: ByteBuffer
    let tag: EntityTag

    /// - Throws: what reading a contract type throws; a test shows that none does.
    init(_ methods: [any Method.Type] = Methods.public) throws {
        body = ByteBuffer(string: try OpenAPIDocument.build(methods: methods).serialized())
        tag = EntityTag(of: body)
    }
}
