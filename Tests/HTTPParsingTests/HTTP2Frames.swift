#if canImport(HTTPParsing)
    @testable import HTTPParsing
#endif

/// The frames that a reader saw, and the requests and faults that follow from them, as in the gateway's handler.
struct HTTP2Session {
    enum Seen: Equatable {
        case frame(HTTP2Frame, [UInt8])
        case head(UInt32, RequestHead, [UInt8])
        case malformed(UInt32)
        case refused(UInt32, HTTPFault)
        case streamFault(HTTP2Fault)
    }

    static let headBytes = 16 * 1024

    private var reader = HTTP2Reader(blockBytes: headBytes)
    private var decoder = HPACKDecoder()
    private var list = HTTP2FieldList(bytes: headBytes, fields: 64)
    private(set) var seen: [Seen] = []
    private(set) var fault: HTTP2Fault?
    var isInsideFrame: Bool { reader.isInsideFrame }

    mutating func feed(_ piece: some Sequence<UInt8>) {
        let bytes = Array(piece)
        bytes.withUnsafeBytes { feed($0) }
    }

    private mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        var position = 0
        while fault == nil {
            do throws(HTTP2Fault) {
                var frame: (HTTP2Frame, [UInt8])?
                let isFrame = try reader.next(in: bytes, from: &position) { seen, payload throws(HTTP2Fault) in
                    frame = (seen, Array(payload))
                }
                if let frame { try take(frame.0, frame.1) }
                guard isFrame else { return }
            } catch {
                if case .connection = error { fault = error } else { seen.append(.streamFault(error)) }
            }
        }
    }

    private mutating func take(_ frame: HTTP2Frame, _ payload: [UInt8]) throws(HTTP2Fault) {
        guard case .headers(let stream, let range, let isLast) = frame else {
            return seen.append(.frame(frame, payload))
        }
        list.removeAll()
        let block = Array(payload[range])
        var failure: HTTP2Fault?
        block.withUnsafeBytes { bytes in
            do throws(HTTP2Fault) { try decoder.decode(bytes, into: &list) } catch { failure = error }
        }
        if let failure { throw failure }
        do throws(HTTP2HeadFault) {
            let head = try RequestHead(&list, hasBody: !isLast)
            seen.append(.head(stream, head, list.bytes))
        } catch {
            switch error {
            case .malformed: seen.append(.malformed(stream))
            case .refused(let fault): seen.append(.refused(stream, fault))
            }
        }
    }
}

/// The invariants of HTTP/2's readers for any bytes, checked by tests and the fuzzer.
enum HTTP2Oracle {
    /// Returns the invariant that the readers break on these bytes after a preface, or `nil`.
    static func violatedInvariant(_ bytes: [UInt8]) -> String? {
        let stream = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0] + bytes
        var whole = HTTP2Session()
        whole.feed(stream)
        for size in [1, 7] {
            var pieces = HTTP2Session()
            for start in stride(from: 0, to: stream.count, by: size) {
                pieces.feed(stream[start..<min(start + size, stream.count)])
            }
            guard pieces.seen == whole.seen, pieces.fault == whole.fault else { return "pieces of \(size) differ" }
            guard pieces.isInsideFrame == whole.isInsideFrame || whole.fault != nil else {
                return "pieces of \(size) end elsewhere"
            }
        }
        for case .head(_, let head, let bytes) in whole.seen {
            if let broken = violatedInvariant(of: head, bytes) { return broken }
        }
        return violatedInvariantOfBlock(bytes)
    }

    /// Reads the bytes as a header block, too.
    private static func violatedInvariantOfBlock(_ bytes: [UInt8]) -> String? {
        var decoder = HPACKDecoder()
        var list = HTTP2FieldList(bytes: HTTP2Session.headBytes, fields: 64)
        bytes.withUnsafeBytes { block in
            do throws(HTTP2Fault) { try decoder.decode(block, into: &list) } catch {}
        }
        // A literal is decoded before it is counted, and is at most 8/5 of its code.
        guard list.bytes.count <= HTTP2Session.headBytes + 2 * bytes.count, list.fields.count <= 68 else {
            return "a list exceeds its limit"
        }
        return list.fields.allSatisfy { $0.value.upperBound <= list.bytes.count }
            ? nil : "a field is outside of its list"
    }

    private static func violatedInvariant(of head: RequestHead, _ bytes: [UInt8]) -> String? {
        guard bytes[head.target].allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return "a target is not printable" }
        guard head.host != nil else { return "a host is missing" }
        let fields = [
            head.authorization, head.contentType, head.acceptLanguage, head.idempotencyKey, head.ifNoneMatch,
            head.traceparent, head.host, head.forwardedFor, head.accept, head.acceptEncoding, head.cookie, head.origin,
            head.fetchSite, head.session,
        ]
        for case let field? in fields where !bytes[field].allSatisfy(HTTPBytes.isFieldValue) {
            return "a field has control characters"
        }
        return nil
    }
}
