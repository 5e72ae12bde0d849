#if canImport(HTTPParsing)
    @testable import HTTPParsing
#endif

/// The invariants of the HTTP readers for any bytes, checked by tests and the fuzzer.
enum HTTPOracle {
    /// Returns the invariant that the readers break on these bytes, or `nil`.
    static func violatedInvariant(_ bytes: [UInt8]) -> String? {
        var whole = RequestReader()
        whole.feed(bytes)
        for size in [1, 2, 7] {
            var pieces = RequestReader()
            for start in stride(from: 0, to: bytes.count, by: size) {
                pieces.feed(bytes[start..<min(start + size, bytes.count)])
            }
            guard pieces.requests == whole.requests else { return "pieces of \(size) give other requests" }
            guard pieces.fault == whole.fault else { return "pieces of \(size) give another fault" }
            guard pieces.isBetweenRequests == whole.isBetweenRequests || whole.fault != nil else {
                return "pieces of \(size) end elsewhere"
            }
        }
        for request in whole.requests {
            guard request.target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return "a target is not printable" }
            guard request.body.count <= RequestReader.maximumBodyBytes else { return "a body exceeds the limit" }
        }
        return nil
    }
}
