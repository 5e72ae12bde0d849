import Contract
import Contracts
import NIOCore

/// The answer to `GET /openapi.json`.
struct OpenAPIAnswer: Sendable {
    static let path: StaticString = "/openapi.json"

    private let document: DocumentOnDemand

    /// Creates the answer.
    ///
    /// - Parameters:
    ///   - openServices: the services whose openable methods need no sign-in on this instance.
    ///   - run: runs the building of the document.
    init(openServices: Set<ServiceName>, run: @escaping WorkRunner) {
        document = DocumentOnDemand(run: run) { try OpenAPIDocument.build(openServices: openServices).serialized() }
    }

    /// Returns the document; see ``DocumentOnDemand/content(on:)``.
    func content(on loop: any EventLoop) -> ValueOnDemand<DocumentOnDemand.Content>.Availability {
        document.content(on: loop)
    }
}
