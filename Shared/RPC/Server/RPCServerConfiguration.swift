package import Lines

/// A server's address, its trusted peers and its limits.
public struct RPCServerConfiguration: Sendable {
    /// The server's name in `rpc.hello`.
    public var name = "vokol"
    /// The address or name to listen on.
    public var host: String
    /// The port to listen on; 0 for a free one.
    public var port: Int
    /// The length of the kernel's queue of connections not yet accepted.
    public var backlog = 256
    /// The maximum number of connections; further ones are rejected.
    public var maximumConnections = 1024
    /// The maximum number of connections of peers that have not introduced themselves; a further one closes the oldest.
    public var maximumStrangers = 64
    /// The time without a call after which such a connection is closed.
    public var strangerIdleTime: Duration = .seconds(30)
    /// The maximum number of calls in flight per connection; further ones are answered with `overloaded`.
    public var maximumInFlight = 1024
    /// The maximum length of a line: 64 KiB from a client, and 4 KiB for the members that the gateway adds.
    public var maximumLineBytes = 68 * 1024
    /// The maximum length of a result, in bytes; a longer one is answered with `internal`.
    public var maximumAnswerBytes = 1024 * 1024
    /// The maximum nesting depth of a line.
    public var maximumDepth = 32
    /// The longest time from the first byte of a line to its last.
    public var lineTimeout: Duration = .seconds(10)
    /// The window in which a second overlong line closes the connection.
    public var oversizeWindow: Duration = .seconds(60)
    /// The longest time for a TLS handshake.
    public var handshakeTimeout: Duration = .seconds(5)
    /// The time limit for calls without `timeoutMs`.
    public var defaultTimeout: Duration = .seconds(5)
    /// The maximum time limit for a call.
    public var maximumTimeout: Duration = .seconds(60)
    /// The default `retryAfterMs`, for errors without one whose code promises it.
    public var retryAfter: Duration = .seconds(1)
    /// The `retryAfterMs` of a call rejected because of ``maximumInFlight``.
    public var overloadRetryAfter: Duration = .milliseconds(100)
    /// The time for calls in flight to finish on a graceful shutdown.
    public var drainTimeout: Duration = .seconds(20)
    /// The time after `rpc.goaway` during which calls sent before its arrival are still served.
    public var goawayGrace: Duration = .seconds(1)
    /// The time for a connection to close cleanly, and for cancelled calls to end on shutdown.
    public var closeTimeout: Duration = .seconds(1)
    /// The limits for a peer that reads slowly.
    package var writes = SlowReader.Limits.link
    /// The certificates for TLS; `nil` for plaintext.
    public var tls: LinkTLS?
    /// The secret that identifies Vokol processes on loopback, as UTF-8; `nil` to accept none.
    public var secret: [UInt8]?
    /// True if plaintext connections from other machines are allowed.
    public var allowPlaintextOffLoopback = false

    /// Creates a configuration with default limits.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}
