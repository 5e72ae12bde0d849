import NIOCore
import NIOHTTP1

/// Assembles the parts of one response, up to the maximum length of its body.
struct ResponseReader {
    enum Step {
        case more
        /// The response is complete.
        case complete(HTTPResponse, keepsConnection: Bool)
        case tooLarge
    }

    private let maximumBytes: Int
    private(set) var response = HTTPResponse(status: 0)
    private var keepsConnection = false

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// The number of body bytes received so far.
    var received: Int { response.body.count }

    mutating func read(_ part: HTTPClientResponsePart) -> Step {
        switch part {
        case .head(let head):
            response.status = Int(head.status.code)
            response.headers = head.headers
            keepsConnection = head.isKeepAlive
        case .body(let bytes):
            guard bytes.readableBytes <= maximumBytes - response.body.count else { return .tooLarge }
            response.body += bytes.readableBytesView
        case .end: return .complete(response, keepsConnection: keepsConnection)
        }
        return .more
    }
}
