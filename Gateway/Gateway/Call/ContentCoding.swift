import Values

/// A coding of content (RFC 9110 §8.4.1) that the gateway can answer with.
enum ContentCoding: String, CaseIterable, Sendable {
    /// Listed first, because it yields the fewest bytes, and clients weigh what they accept equally.
    case brotli = "br"
    case gzip
    case identity

    /// Returns the coding that `Accept-Encoding` prefers (RFC 9110 §12.5.3).
    ///
    /// - Parameters:
    ///   - available: the codings in which the content exists; always with ``identity``.
    ///   - field: the value of `Accept-Encoding`; `nil` without the field.
    /// - Returns: ``identity`` if the client accepts none of them, as RFC 9110 recommends over an error.
    static func best(of available: [ContentCoding], for field: UnsafeRawBufferPointer?) -> ContentCoding {
        guard let field else { return .identity }
        var weights: (brotli: Int?, gzip: Int?, identity: Int?, others: Int?) = (nil, nil, nil, nil)
        for item in WeightedList(field) {
            if item.isNamed("br") {
                weights.brotli = item.weight
            } else if item.isNamed("gzip") || item.isNamed("x-gzip") {
                weights.gzip = item.weight
            } else if item.isNamed("identity") {
                weights.identity = item.weight
            } else if item.isNamed("*") {
                weights.others = item.weight
            }
        }
        var best = (coding: ContentCoding.identity, weight: 0)
        for coding in allCases where available.contains(coding) {
            let weight =
                switch coding {
                case .brotli: weights.brotli ?? weights.others ?? 0
                case .gzip: weights.gzip ?? weights.others ?? 0
                // Acceptable unless it is excluded, but less welcome than a coding that the client names.
                case .identity: weights.identity ?? weights.others ?? 1
                }
            if weight > best.weight { best = (coding, weight) }
        }
        return best.coding
    }
}
