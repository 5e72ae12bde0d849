/// The query of a request for an event stream, which has the parameter `topics` only.
enum TopicsQuery {
    enum Fault: Error, Equatable {
        case missing
        case otherParameter
        case badlyEncoded
    }

    /// Returns the decoded value of `topics`.
    ///
    /// - Parameter target: the request target as sent.
    static func list(in target: UnsafeRawBufferPointer) throws(Fault) -> String {
        guard let query = RequestTarget(target)?.query, !query.isEmpty else { throw .missing }
        let pair = query.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let isAlone = !query.contains(UInt8(ascii: "&"))
        guard pair.count == 2, isAlone, pair[0].elementsEqual("topics".utf8) else { throw .otherParameter }
        let text = PercentCoding.withDecoded(UnsafeRawBufferPointer(rebasing: pair[1]), in: .query) {
            String(decoding: $0, as: UTF8.self)
        }
        guard let text else { throw .badlyEncoded }
        return text
    }
}
