import Lines
import NIOCore

/// All limits of the edge, as read from settings.
struct EdgeLimits: Equatable, Sendable {
    /// The maximum number of connections in all, and from one address; its network (/24, /48) may have twice as many.
    ///
    /// At a limit, the longest idle connection closes for a newcomer.
    var connections = 10_000
    var connectionsPerAddress = 1_024
    /// The maximum number of unfinished TLS handshakes, in all and of one address; its network (/24, /48) may have
    /// twice as many.
    ///
    /// The plain port allows as many connections and counts them in a ledger of its own.
    var handshakes = 4_096
    var handshakesPerAddress = 128
    var handshakeTime: TimeAmount = .seconds(5)
    /// The time from a connection's handshake to its first admitted call.
    var unusedTime: TimeAmount = .seconds(30)

    /// The maximum length of a line or an HTTP body, in bytes.
    var requestBytes = 64 * 1024
    /// The maximum number of calls in flight on one connection.
    var inFlightPerConnection = 32
    var liveness = Liveness.Limits.client
    var slowReader = SlowReader.Limits.client
    /// The maximum number of bytes that wait for slow readers, over all connections.
    var backlog = 256 * 1024 * 1024
    /// The time within which a second overlong line closes the connection.
    var tooLongWindow: TimeAmount = .seconds(60)
    /// The number of refusals within the window that pause the connection.
    var refusals = 100
    var refusalWindow: TimeAmount = .seconds(10)
    var refusalPause: TimeAmount = .seconds(1)

    /// The time for calls in flight to finish while the gateway drains.
    var drainTime: TimeAmount = .seconds(20)
    /// The time for which an idle line connection stays open after `rpc.goaway`, for calls that are already on their
    /// way.
    var drainLinger: TimeAmount = .seconds(1)

    var streams = StreamLimits.Maxima()

    var http = HTTP()
    var http2 = HTTP2()

    struct HTTP: Equatable, Sendable {
        var requestLineBytes = 8 * 1024
        var headBytes = 16 * 1024
        var fields = 64
        /// The maximum time from a head's first byte to its last.
        var headTime: TimeAmount = .seconds(10)
        /// The minimum rate of a body after ``bodyGrace``, in bytes per second.
        var bodyBytesPerSecond = 1024
        var bodyGrace: TimeAmount = .seconds(10)
        /// The maximum time between two requests.
        var idleTime: TimeAmount = .seconds(60)
        /// The maximum time that a connection waits for another request while the gateway drains.
        var drainLinger: TimeAmount = .seconds(2)
        /// The proxies whose `X-Forwarded-For` is trusted; that of others is ignored.
        var forwarders = NetworkList.none
        /// The other origins whose pages may call Vokol.
        var origins = AllowedOrigins.none
    }

    struct HTTP2: Equatable, Sendable {
        /// The maximum number of open streams of a connection; 0 offers no HTTP/2.
        var streams = 64
        /// The number of streams reset by either side within the window that ends the connection.
        var resets = 100
        var resetWindow: TimeAmount = .seconds(30)
        /// The number of frames other than those of requests within the window that ends the connection.
        var controlFrames = 500
        var controlWindow: TimeAmount = .seconds(10)
        /// The number of window updates that a client may send beyond four for each request and each frame of data.
        var windowUpdates = 200
    }
}
