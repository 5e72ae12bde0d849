package import Lines

/// How a process connects to a service, and every limit that it holds on the way.
public struct LinkConfiguration: Sendable {
    /// What this process calls itself, such as `gateway`: 1–32 letters in lower case, digits and hyphens.
    public var name: String
    /// The service's name, which its certificate must hold as a DNS name; used with ``tls`` alone.
    public var peer: String
    /// This process's certificate, and the authority that the service's must come from; `nil` for plaintext.
    public var tls: LinkTLS?
    /// The instance's secret, by which this process introduces itself where there is no ``tls``, as UTF-8.
    public var secret: [UInt8]?
    /// Whether plaintext may be spoken beyond this machine.
    public var allowPlaintextOffLoopback = false
    /// How long it may take until calls can be sent: connection, handshake, greeting.
    public var connectTimeout: Duration = .seconds(1)
    /// Calls in flight; fewer if the service says so.
    public var maximumInFlight = 1024
    /// The longest answer, in bytes; a longer one is dropped, and its call expires.
    public var maximumAnswerBytes = 1024 * 1024
    /// Calls are refused while more bytes than this wait to be written.
    public var maximumPendingBytes = 4 * 1024 * 1024
    /// How much may wait for a slow peer, and how long.
    package var writes = SlowReader.Limits.link
    /// How long the service may be silent while calls are in flight before it is asked for a sign of life.
    public var pingWhenBusy: Duration = .seconds(5)
    /// How long it may be silent otherwise.
    public var pingWhenIdle: Duration = .seconds(30)
    /// How many pings may go unanswered; the connection is closed when the next would be due.
    public var missedPings = 2
    /// How long a line may take from its first byte to its end.
    public var lineTimeout: Duration = .seconds(10)
    /// Within which a second line that is too long closes the connection.
    public var oversizeWindow: Duration = .seconds(60)

    /// Makes a configuration with default limits and without any introduction.
    /// - Parameters:
    ///   - name: what this process calls itself.
    ///   - peer: the service's name.
    public init(name: String, peer: String) {
        self.name = name
        self.peer = peer
    }
}
