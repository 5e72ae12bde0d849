import Lines
import NIOCore

/// Every bound that the edge holds, as numbers ready for use; from settings, see ``GatewayConfiguration``.
struct EdgeLimits: Equatable, Sendable {
    /// Connections in all, and from one address.
    var connections = 10_000
    var connectionsPerAddress = 4_096
    /// TLS handshakes that have not ended, in all and of one address; its network (/24, /48) has twice the share.
    ///
    /// As many connections there may be on the plain port, which has a ledger of its own.
    var handshakes = 4_096
    var handshakesPerAddress = 128
    var handshakeTime: TimeAmount = .seconds(5)

    /// The most bytes of a line or an HTTP body.
    var requestBytes = 64 * 1024
    /// Calls in flight on one connection.
    var inFlightPerConnection = 32
    var liveness = Liveness.Limits.client
    var slowReader = SlowReader.Limits.client
    /// Bytes that wait for slow readers, of all connections together.
    var backlog = 256 * 1024 * 1024
    /// Lines that were too long within this time of each other close the connection.
    var tooLongWindow: TimeAmount = .seconds(60)
    /// So many refusals within the window pause the connection.
    var refusals = 100
    var refusalWindow: TimeAmount = .seconds(10)
    var refusalPause: TimeAmount = .seconds(1)

    /// How long calls in flight may take once the process is to end.
    var drainTime: TimeAmount = .seconds(20)
    /// How long a line connection without calls is kept after `rpc.goaway`, for what was on its way.
    var drainLinger: TimeAmount = .seconds(1)

    var http = HTTP()

    struct HTTP: Equatable, Sendable {
        var requestLineBytes = 8 * 1024
        var headBytes = 16 * 1024
        var fields = 64
        /// From a head's first byte to its last.
        var headTime: TimeAmount = .seconds(10)
        /// A body must come at least this fast, in bytes a second, after ``bodyGrace``.
        var bodyBytesPerSecond = 1024
        var bodyGrace: TimeAmount = .seconds(10)
        /// Between two requests.
        var idleTime: TimeAmount = .seconds(60)
        /// Proxies whose `X-Forwarded-For` is believed; anyone else's is not looked at.
        var forwarders = NetworkList.none
    }
}
