package import Lines

/// The configuration and limits of a process's links to a service.
public struct LinkConfiguration: Sendable {
    /// This process's name, such as `gateway`: 1–32 lowercase letters, digits and hyphens.
    public var name: String
    /// The service's name, which its certificate must contain as a DNS name; used only with ``tls``.
    public var peer: String
    /// The certificates for TLS; `nil` for plaintext.
    public var tls: LinkTLS?
    /// The instance's secret, as UTF-8, with which this process introduces itself on links without ``tls``.
    public var secret: [UInt8]?
    /// True if plaintext connections to other machines are allowed.
    public var allowPlaintextOffLoopback = false
    /// The time limit for connecting, the TLS handshake and the greeting.
    public var connectTimeout: Duration = .seconds(1)
    /// The maximum number of calls in flight; the service may allow fewer.
    public var maximumInFlight = 1024
    /// The maximum length of an answer, in bytes; a longer one is dropped, and its call expires.
    public var maximumAnswerBytes = 1024 * 1024
    /// The number of unwritten bytes above which calls are rejected.
    public var maximumPendingBytes = 4 * 1024 * 1024
    /// The limits for a peer that reads slowly.
    package var writes = SlowReader.Limits.link
    /// The silence before a ping while calls are in flight.
    public var pingWhenBusy: Duration = .seconds(5)
    /// The silence before a ping while no calls are in flight.
    public var pingWhenIdle: Duration = .seconds(30)
    /// The number of unanswered pings after which the connection is closed.
    public var missedPings = 2
    /// The same while calls are in flight; `nil` for ``missedPings``.
    public var missedPingsWhenBusy: Int?
    /// The longest time from the first byte of a line to its last.
    public var lineTimeout: Duration = .seconds(10)
    /// The window in which a second overlong line closes the connection.
    public var oversizeWindow: Duration = .seconds(60)

    /// Creates a configuration with default limits and without an introduction.
    ///
    /// - Parameters:
    ///   - name: this process's name.
    ///   - peer: the service's name.
    public init(name: String, peer: String) {
        self.name = name
        self.peer = peer
    }
}
