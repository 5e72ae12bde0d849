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
            Result { () throws(RPCError) -> String in
                guard let query = RequestTarget(bytes)?.query, !query.isEmpty else {
                    throw RPCError(.required, at: TopicTable.pointer)
                }
                let pair = query.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                let isAlone = !query.contains(UInt8(ascii: "&"))
                guard pair.count == 2, isAlone, pair[0].elementsEqual("topics".utf8) else {
                    throw RPCError(.unknownMember, at: "")
                }
                let text = PercentCoding.withDecoded(UnsafeRawBufferPointer(rebasing: pair[1]), in: .query) {
                    String(decoding: $0, as: UTF8.self)
                }
                guard let text else { throw RPCError(.badlyEncoded, at: TopicTable.pointer) }
                return text
            }
        }
        return try table.read(try list.get())
    }
}
