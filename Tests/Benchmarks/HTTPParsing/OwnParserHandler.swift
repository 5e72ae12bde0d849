import HTTPParsing
import NIOCore

/// A handler with the project's readers, used as the gateway uses them.
final class OwnParserHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    var seen = Seen()
    private var framer = HTTPHeadFramer(limit: 16 * 1024)
    private var head: RequestHead?
    private var headBytes = ByteBuffer()
    private var body: HTTPBodyReader?
    private var collected = ByteBuffer()
    private(set) var fault: HTTPFault?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard fault == nil else { return }
        unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
            var position = 0
            do throws(HTTPFault) { while try step(bytes, &position) {} } catch { fault = error }
        }
    }

    private func step(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) throws(HTTPFault) -> Bool {
        if body == nil {
            switch framer.next(in: bytes, from: &position) {
            case nil: return false
            case .tooLarge: throw .headTooLarge
            case .head(let range): try begin(UnsafeRawBufferPointer(rebasing: bytes[range]))
            case .joined:
                var failed: HTTPFault?
                framer.takeJoined().withUnsafeBytes { do throws(HTTPFault) { try begin($0) } catch { failed = error } }
                if let failed { throw failed }
            }
            return true
        }
        switch try body?.next(in: bytes, from: &position) {
        case nil: return false
        case .piece(let range): collected.writeBytes(UnsafeRawBufferPointer(rebasing: bytes[range]))
        case .end: finish()
        }
        return true
    }

    private func begin(_ bytes: UnsafeRawBufferPointer) throws(HTTPFault) {
        let head = try RequestHead(bytes)
        headBytes.clear()
        headBytes.writeBytes(bytes)
        body = try HTTPBodyReader(head.framing, limit: 64 * 1024)
        self.head = head
        collected.clear()
    }

    private func finish() {
        guard let head else { return }
        seen.requests += 1
        for field in [
            head.authorization, head.contentType, head.acceptLanguage, head.idempotencyKey, head.ifNoneMatch,
            head.traceparent, head.host, head.forwardedFor,
        ] { seen.checksum &+= field?.count ?? 0 }
        seen.checksum &+= head.target.count &+ collected.readableBytes
        (self.head, body) = (nil, nil)
    }
}
