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
    /// - Parameters:
    ///   - openServices: the services whose openable methods need no sign-in.
    ///   - run: runs the building of the document.
    init(openServices: Set<ServiceName>, run: @escaping WorkRunner) {
        document = DocumentOnDemand(run: run) {
            try OpenRPCDocument.build(
                methods: Methods.public, topics: Methods.topics, openServices: openServices
            ).serialized()
        }
    }

    /// Returns the document, one JSON value without raw line breaks; see ``DocumentOnDemand/content(on:)``.
    ///
    /// - Throws: `invalid-params` if `params` has members.
    func result(
        for params: ByteBuffer?, on loop: any EventLoop
    ) throws(RPCError) -> ValueOnDemand<DocumentOnDemand.Content>.Availability {
        guard let params else { return document.content(on: loop) }
        do throws(JSONDecodingFailure) {
            _ = try params.withUnsafeReadableBytes { bytes throws(JSONDecodingFailure) in
                try JSONCoding.decode(Empty.self, from: bytes)
            }
        } catch {
            throw RPCError(error)
        }
        return document.content(on: loop)
    }
}
