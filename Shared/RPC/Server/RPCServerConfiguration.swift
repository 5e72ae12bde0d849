package import Lines

/// Where a server listens, whom it believes, and every limit that it holds.
public struct RPCServerConfiguration: Sendable {
    /// What the server calls itself in `rpc.hello`.
    public var name = "vokol"
    /// The address to listen on, or a name of it.
    public var host: String
    /// The port to listen on; 0 for any that is free.
    public var port: Int
    /// Connections that the kernel may hold for us before they are accepted.
    public var backlog = 256
    /// Connections at the same time; one more is told so and closed.
    public var maximumConnections = 1024
    /// Calls in flight on one connection; one more is answered `overloaded`.
    public var maximumInFlight = 1024
    /// The longest line, in bytes: 64 KiB of a client's and 4 KiB for the head that the gateway writes.
    public var maximumLineBytes = 68 * 1024
    /// The longest result of a handler, in bytes: a longer one is answered `internal`.
    public var maximumAnswerBytes = 1024 * 1024
    /// How deep objects and arrays of a line may be nested.
    public var maximumDepth = 32
    /// How long a line may take from its first byte to its end.
    public var lineTimeout: Duration = .seconds(10)
    /// Within which a second line that is too long closes the connection.
    public var oversizeWindow: Duration = .seconds(60)
    /// How long a TLS handshake may take.
    public var handshakeTimeout: Duration = .seconds(5)
    /// What a call gets that says no `timeoutMs`.
    public var defaultTimeout: Duration = .seconds(5)
    /// The most that a call gets, whatever it says.
    public var maximumTimeout: Duration = .seconds(60)
    /// The `retryAfterMs` of an error whose code promises one and that brings none.
    public var retryAfter: Duration = .seconds(1)
    /// The `retryAfterMs` of a call beyond ``maximumInFlight``.
    public var overloadRetryAfter: Duration = .milliseconds(100)
    /// How long calls in flight are waited for on a graceful shutdown.
    public var drainTimeout: Duration = .seconds(20)
    /// How long calls that crossed `rpc.goaway` are still served.
    public var goawayGrace: Duration = .seconds(1)
    /// How long a connection that this side ends may take to close in good order.
    public var closeTimeout: Duration = .seconds(1)
    /// How much may wait for a slow peer, and how long.
    package var writes = SlowReader.Limits.link
    /// The server's certificate, and the authority that the peers' must come from; `nil` for plaintext.
    public var tls: LinkTLS?
    /// What a peer on loopback must know to be one of ours, as UTF-8; `nil` if no peer is.
    public var secret: [UInt8]?
    /// Whether plaintext may be spoken beyond this machine.
    public var allowPlaintextOffLoopback = false

    /// Makes a configuration with default limits.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}
