/// The error codes of HTTP/2 (RFC 9113 §7).
package enum HTTP2ErrorCode: UInt32, Sendable {
    case none = 0
    case violation = 1
    case `internal` = 2
    case flowControl = 3
    case streamClosed = 5
    case frameSize = 6
    case refusedStream = 7
    case cancel = 8
    case compression = 9
    case enhanceYourCalm = 11
}

/// A violation of HTTP/2 by the peer.
package enum HTTP2Fault: Error, Equatable, Sendable {
    /// The connection must end (RFC 9113 §5.4.1).
    case connection(HTTP2ErrorCode)
    /// The stream must be reset (RFC 9113 §5.4.2).
    case stream(UInt32, HTTP2ErrorCode)
}
