import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Platform

/// The failure of an exchange, described without quoting the server or naming an address.
public struct HTTPFailure: Error, Hashable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// No connection could be made.
        case notConnected(String)
        /// The server's certificate is not trusted.
        case untrusted
        /// The exchange was not complete in time.
        case timedOut
        /// The connection broke before the response was complete.
        case broken(String)
        /// The body exceeded the limit.
        case tooLarge
        /// The response could not be read: it is not TLS, not HTTP, or its compression is invalid.
        case malformed(String)
        /// The caller's task was cancelled.
        case cancelled
    }

    public var reason: Reason
    /// True if the server may have seen the request and acted on it.
    public var mayHaveBeenSent: Bool

    public init(_ reason: Reason, mayHaveBeenSent: Bool) {
        self.reason = reason
        self.mayHaveBeenSent = mayHaveBeenSent
    }

    public var description: String {
        switch reason {
        case .notConnected(let detail), .broken(let detail), .malformed(let detail): detail
        case .untrusted: "the certificate is not trusted"
        case .timedOut: "no answer in time"
        case .tooLarge: "the answer is too long"
        case .cancelled: "cancelled"
        }
    }
}

extension HTTPFailure.Reason {
    /// Classifies an error of the libraries.
    ///
    /// - Parameter isConnected: true once the connection, TLS included, was ready.
    package init(_ error: any Error, isConnected: Bool) {
        switch error {
        case NIOSSLError.uncleanShutdown:
            self = isConnected ? .broken("the connection was closed") : .notConnected("the connection was closed")
        case NIOSSLError.unableToValidateCertificate: self = .untrusted
        case let error as NIOSSLExtraError:
            self = error == .failedToValidateHostname ? .untrusted : .malformed("TLS failed")
        case is NIOSSLError, is BoringSSLError:
            // BoringSSL reports a failed verification in the text only.
            self = "\(error)".contains("CERTIFICATE_VERIFY_FAILED") ? .untrusted : .malformed("TLS failed")
        case HTTPParserError.invalidEOFState: self = .broken("the connection ended within the answer")
        case is HTTPParserError, is NIOHTTPDecoderError: self = .malformed("it does not speak HTTP")
        case NIOHTTPDecompression.DecompressionError.limit: self = .tooLarge
        case is NIOHTTPDecompression.DecompressionError: self = .malformed("the body cannot be unpacked")
        case let error as NIOHTTPDecompression.ExtraDecompressionError:
            self =
                error == .truncatedData
                ? .broken("the packed body is cut off") : .malformed("the body cannot be unpacked")
        case let error as NIOConnectionError:
            // There is one error for each address of the host, and none if the name has no address.
            self =
                error.connectionErrors.first.map { Self($0.error, isConnected: false) } ?? .notConnected("no address")
        case ChannelError.connectTimeout: self = .notConnected("no connection in time")
        case let error as IOError where !isConnected: self = .notConnected(String(cString: strerror(error.errnoCode)))
        default: self = isConnected ? .broken("the connection broke") : .notConnected("no connection")
        }
    }
}
