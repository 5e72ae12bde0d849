import HTTPParsing
import RPC
import Values

/// The parameters of a request for an event stream.
extension EdgeRequest {
    /// Reads the query, which has the parameter `topics` only.
    ///
    /// - Throws: `invalid-params`.
    func topics(in table: TopicTable) throws(RPCError) -> [TopicTable.Request] {
        let list = bytes.withPart(head.target) { bytes in
            Result { () throws(TopicsQuery.Fault) in try TopicsQuery.list(in: bytes) }
        }
        switch list {
        case .success(let list): return try table.read(list)
        case .failure(.missing): throw RPCError(.required, at: TopicTable.pointer)
        case .failure(.otherParameter): throw RPCError(.unknownMember, at: "")
        case .failure(.badlyEncoded): throw RPCError(.badlyEncoded, at: TopicTable.pointer)
        }
    }
}
