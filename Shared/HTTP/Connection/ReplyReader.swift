import NIOCore
import NIOHTTP1

/// Assembles the parts of one answer, up to the maximum length of its body.
struct ReplyReader {
    enum Step {
        case more
        /// The answer is complete.
        case complete(HTTPReply, keepsConnection: Bool)
        case tooLarge
    }

    private let maximumBytes: Int
    private var reply = HTTPReply(status: 0)
    private var keepsConnection = false

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// The number of body bytes so far.
    var received: Int { reply.body.count }

    mutating func read(_ part: HTTPClientResponsePart) -> Step {
        switch part {
        case .head(let head):
            reply.status = Int(head.status.code)
            reply.headers = head.headers
            keepsConnection = head.isKeepAlive
        case .body(let bytes):
            guard bytes.readableBytes <= maximumBytes - reply.body.count else { return .tooLarge }
            reply.body += bytes.readableBytesView
        case .end: return .complete(reply, keepsConnection: keepsConnection)
        }
        return .more
    }
}
