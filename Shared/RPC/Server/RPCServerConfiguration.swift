package import Lines

/// A server's address, the peers it trusts, and its limits.
public struct RPCServerConfiguration: Sendable {
    /// The server's name in `rpc.hello`.
    public var name = "vokol"
    /// The address or name to listen on.
    public var host: String
    /// The port to listen on; 0 for a free one.
    public var port: Int
    /// The kernel's queue of connections that are not accepted yet.
    public var backlog = 256
    /// Concurrent connections; one more is refused.
    public var maximumConnections = 1024
    /// Calls in flight per connection; one more is answered `overloaded`.
    public var maximumInFlight = 1024
    /// The maximum length of a line: 64 KiB of a client's and 4 KiB for the head that the gateway writes.
    public var maximumLineBytes = 68 * 1024
    /// The maximum length of a result; a longer one is answered `internal`.
    public var maximumAnswerBytes = 1024 * 1024
    /// The maximum nesting depth of a line.
    public var maximumDepth = 32
    /// The longest time from the first byte of a line to its last.
    public var lineTimeout: Duration = .seconds(10)
    /// Two overlong lines within this time close the connection.
    public var oversizeWindow: Duration = .seconds(60)
    /// The longest time for a TLS handshake.
    public var handshakeTimeout: Duration = .seconds(5)
    /// The time limit of a call without `timeoutMs`.
    public var defaultTimeout: Duration = .seconds(5)
    /// The longest time limit of a call.
    public var maximumTimeout: Duration = .seconds(60)
    /// The `retryAfterMs` of an error whose code promises one and that has none of its own.
    public var retryAfter: Duration = .seconds(1)
    /// The `retryAfterMs` of a call beyond ``maximumInFlight``.
    public var overloadRetryAfter: Duration = .milliseconds(100)
    /// The time for calls in flight to finish on a graceful shutdown.
    public var drainTimeout: Duration = .seconds(20)
    /// The time during which calls that crossed `rpc.goaway` are still served.
    public var goawayGrace: Duration = .seconds(1)
    /// The time for a connection to close in good order.
    public var closeTimeout: Duration = .seconds(1)
    /// The limits of a slow peer.
    package var writes = SlowReader.Limits.link
    /// The certificates for TLS; `nil` for plaintext.
    public var tls: LinkTLS?
    /// The secret that identifies Vokol processes on loopback, as UTF-8; `nil` if none are accepted.
    public var secret: [UInt8]?
    /// True if plaintext is allowed beyond this machine.
    public var allowPlaintextOffLoopback = false

    /// Creates a configuration with default limits.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}
