import Lines
import NIOCore

/// All limits of the edge, ready for use; ``GatewayConfiguration`` reads them from settings.
struct EdgeLimits: Equatable, Sendable {
    /// Connections in all, and from one address.
    var connections = 10_000
    var connectionsPerAddress = 4_096
    /// Unfinished TLS handshakes, in all and of one address; its network (/24, /48) has twice the share.
    ///
    /// The plain port allows as many connections and counts them in a ledger of its own.
    var handshakes = 4_096
    var handshakesPerAddress = 128
    var handshakeTime: TimeAmount = .seconds(5)

    /// The maximum length of a line or an HTTP body.
    var requestBytes = 64 * 1024
    /// Calls in flight on one connection.
    var inFlightPerConnection = 32
    var liveness = Liveness.Limits.client
    var slowReader = SlowReader.Limits.client
    /// Bytes that wait for slow readers, over all connections.
    var backlog = 256 * 1024 * 1024
    /// Two overlong lines within this time close the connection.
    var tooLongWindow: TimeAmount = .seconds(60)
    /// This many refusals within the window pause the connection.
    var refusals = 100
    var refusalWindow: TimeAmount = .seconds(10)
    var refusalPause: TimeAmount = .seconds(1)

    /// The time for calls in flight to finish once the process is to end.
    var drainTime: TimeAmount = .seconds(20)
    /// The time that an idle line connection stays open after `rpc.goaway`, for calls on their way.
    var drainLinger: TimeAmount = .seconds(1)

    var http = HTTP()

    struct HTTP: Equatable, Sendable {
        var requestLineBytes = 8 * 1024
        var headBytes = 16 * 1024
        var fields = 64
        /// From a head's first byte to its last.
        var headTime: TimeAmount = .seconds(10)
        /// The slowest acceptable body, in bytes per second, after ``bodyGrace``.
        var bodyBytesPerSecond = 1024
        var bodyGrace: TimeAmount = .seconds(10)
        /// Between two requests.
        var idleTime: TimeAmount = .seconds(60)
        /// Proxies whose `X-Forwarded-For` is trusted; others' is ignored.
        var forwarders = NetworkList.none
    }
}
