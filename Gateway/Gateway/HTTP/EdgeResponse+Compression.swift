import Contract
import HTTPParsing
import NIOCore

/// The compression of answers in JSON.
extension EdgeResponse {
    /// Compresses an answer of some length for a client that accepts it.
    ///
    /// - Parameter result: the result that the answer carries, or that its 304 stands for.
    mutating func compress(by compressor: GzipCompressor, for request: EdgeRequest, of result: ByteBuffer) {
        guard let field = request.head.acceptEncoding, result.readableBytes >= GzipCompressor.minimumBytes,
            request.bytes.withPart(field, { ContentCoding.best(of: [.gzip, .identity], for: $0) }) == .gzip
        else { return }
        if status == 304 { return mark(as: "Vary: Accept-Encoding\r\n") }
        guard let body = body.flatMap({ compressor.compress($0) }) else { return }
        self.body = body
        mark(as: "Content-Encoding: gzip\r\nVary: Accept-Encoding\r\n")
    }

    /// Adds fields, and makes the tag weak, since the same content has two forms then (RFC 9110 §8.8.3).
    private mutating func mark(as field: StaticString) {
        add(field)
        switch fields {
        case .cacheable(let route, var tag?):
            tag.isWeak = true
            fields = .cacheable(route, tag)
        case .document(var tag):
            tag.isWeak = true
            fields = .document(tag)
        default: break
        }
    }
}
