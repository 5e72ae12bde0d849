import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

/// The failure of an exchange; the details are in our words.
enum TransportFailure: Error, Hashable, Sendable {
    case timedOut
    /// No connection could be made.
    case notConnected(String)
    /// The connection broke before the answer was complete.
    case broken(String)
    /// The body exceeded the limit.
    case tooLarge
    /// The server cannot be trusted or does not speak the protocol.
    case garbled(String)
    case cancelled

    /// Classifies an error of the libraries.
    init(_ error: any Error) {
        switch error {
        case let failure as TransportFailure: self = failure
        case is CancellationError: self = .cancelled
        case let error as HTTPClientError: self = Self.meaning(of: error)
        case HTTPParserError.invalidEOFState: self = .broken("the connection ended within the answer")
        case is HTTPParserError: self = .garbled("it does not speak HTTP")
        case NIOHTTPDecompression.DecompressionError.limit: self = .tooLarge
        case is NIOHTTPDecompression.DecompressionError: self = .garbled("the body cannot be unpacked")
        case let error as NIOHTTPDecompression.ExtraDecompressionError:
            self =
                error == .truncatedData
                ? .broken("the packed body is cut off") : .garbled("the body cannot be unpacked")
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: self = .garbled("TLS failed")
        case is NIOConnectionError: self = .notConnected("no connection")
        // Connecting to a numeric address fails with these.
        case is IOError, is ChannelError: self = .broken("the connection broke")
        default: self = .broken("\(type(of: error))")
        }
    }

    private static func meaning(of error: HTTPClientError) -> TransportFailure {
        switch error {
        case .cancelled: .cancelled
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
            .notConnected("no connection in time")
        case .alreadyShutdown: .notConnected("the program is stopping")
        case .deadlineExceeded, .readTimeout, .writeTimeout: .timedOut
        case .invalidURL, .emptyHost: .garbled("the address cannot be used")
        case .remoteConnectionClosed, .uncleanShutdown: .broken("the connection was closed")
        default: .broken("the connection broke")
        }
    }

    /// The failure for the caller.
    var failure: UpstreamFailure {
        switch self {
        case .timedOut: .timedOut
        case .notConnected(let detail), .broken(let detail): .unreachable(detail)
        case .tooLarge: .tooLarge
        case .garbled(let detail): .unreadable(detail)
        case .cancelled: .cancelled
        }
    }

    /// True if the same request may succeed at once.
    var mayRetry: Bool {
        switch self {
        case .notConnected, .broken: true
        case .timedOut, .tooLarge, .garbled, .cancelled: false
        }
    }
}
