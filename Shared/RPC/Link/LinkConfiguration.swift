package import Lines

/// The configuration of a process's links to a service, with all limits.
public struct LinkConfiguration: Sendable {
    /// This process's name, such as `gateway`: 1–32 lowercase letters, digits and hyphens.
    public var name: String
    /// The service's name, which its certificate must hold as a DNS name; used with ``tls`` only.
    public var peer: String
    /// The certificates for TLS; `nil` for plaintext.
    public var tls: LinkTLS?
    /// The instance's secret, which introduces this process on links without ``tls``, as UTF-8.
    public var secret: [UInt8]?
    /// True if plaintext is allowed beyond this machine.
    public var allowPlaintextOffLoopback = false
    /// The time until calls can be sent: connection, handshake, greeting.
    public var connectTimeout: Duration = .seconds(1)
    /// Calls in flight; fewer if the service allows fewer.
    public var maximumInFlight = 1024
    /// The maximum length of an answer; a longer one is dropped, and its call expires.
    public var maximumAnswerBytes = 1024 * 1024
    /// Unwritten bytes above which calls are refused.
    public var maximumPendingBytes = 4 * 1024 * 1024
    /// The limits of a slow peer.
    package var writes = SlowReader.Limits.link
    /// Silence before a ping while calls are in flight.
    public var pingWhenBusy: Duration = .seconds(5)
    /// Silence before a ping while no call is in flight.
    public var pingWhenIdle: Duration = .seconds(30)
    /// Unanswered pings before the connection is closed.
    public var missedPings = 2
    /// The longest time from the first byte of a line to its last.
    public var lineTimeout: Duration = .seconds(10)
    /// Two overlong lines within this time close the connection.
    public var oversizeWindow: Duration = .seconds(60)

    /// Creates a configuration with default limits and without an introduction.
    /// - Parameters:
    ///   - name: this process's name.
    ///   - peer: the service's name.
    public init(name: String, peer: String) {
        self.name = name
        self.peer = peer
    }
}
