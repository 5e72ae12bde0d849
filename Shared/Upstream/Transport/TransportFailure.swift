import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

/// Why an exchange gave no answer; the details are words of ours.
enum TransportFailure: Error, Hashable, Sendable {
    case timedOut
    /// No connection came to be.
    case notConnected(String)
    /// The connection broke before the answer was whole.
    case broken(String)
    /// The body was longer than is read.
    case tooLarge
    /// The other side cannot be trusted, or speaks something else.
    case garbled(String)
    case cancelled

    /// What an error of the libraries beneath means.
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
        // Connecting to an address itself, without a name, fails with these.
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

    /// What it is to the caller.
    var failure: UpstreamFailure {
        switch self {
        case .timedOut: .timedOut
        case .notConnected(let detail), .broken(let detail): .unreachable(detail)
        case .tooLarge: .tooLarge
        case .garbled(let detail): .unreadable(detail)
        case .cancelled: .cancelled
        }
    }

    /// Whether the same request may well succeed at once.
    var mayRetry: Bool {
        switch self {
        case .notConnected, .broken: true
        case .timedOut, .tooLarge, .garbled, .cancelled: false
        }
    }
}
