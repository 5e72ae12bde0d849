import NIOCore
import NIOEmbedded
import Resilience
import Synchronization
import Values

@testable import RPC

/// A handler that answers each call when the test says so.
final class GatedHandler: CallHandler {
    struct State {
        var open: [String: CheckedContinuation<ByteBuffer, any Error>] = [:]
        var started: [String] = []
        var cancelled: [String] = []
        var contexts: [String: CallContext] = [:]
    }

    private let state = Mutex(State())

    var started: [String] { state.withLock { $0.started } }
    var cancelled: [String] { state.withLock { $0.cancelled } }

    func context(of method: String) -> CallContext? { state.withLock { $0.contexts[method] } }

    func answer(_ method: String, params: ByteBuffer, context: CallContext) async throws -> ByteBuffer {
        if method == "echo.now" { return params }
        if method == "echo.costly" {
            CallWork.current?.add(cost: 7)
            return params
        }
        if method == "echo.late" {
            CallWork.current?.add(wait: .milliseconds(12))
            return params
        }
        if method.hasPrefix("slow.costly") { CallWork.current?.add(cost: 7) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock {
                    $0.started.append(method)
                    $0.contexts[method] = context
                    $0.open[method] = continuation
                }
            }
        } onCancel: {
            state.withLock { $0.cancelled.append(method) }
        }
    }

    /// Ends the work of a call, which goes on even after cancellation, as a handler may.
    func finish(_ method: String, _ result: Result<String, any Error> = .success("{}")) {
        let continuation = state.withLock { $0.open.removeValue(forKey: method) }
        continuation?.resume(with: result.map { ByteBuffer(string: $0) })
    }
}

/// A connection of the server without a network, whose clock the test advances.
final class ServerChannel {
    let channel: EmbeddedChannel
    let handler = GatedHandler()
    let observer = RecordingObserver()
    let registry: ConnectionRegistry
    private var text = ""

    /// Opens a connection.
    ///
    /// - Parameter peer: the process that introduces itself in the first line; `nil` for a stranger.
    init(peer: String? = nil, _ configure: (inout RPCServerConfiguration) -> Void = { _ in }) throws {
        var configuration = RPCServerConfiguration(host: "127.0.0.1", port: 0)
        configuration.name = "museums"
        if peer != nil { configuration.secret = Array(Self.secret.utf8) }
        configure(&configuration)
        registry = ConnectionRegistry(
            maximum: configuration.maximumConnections, strangers: configuration.maximumStrangers)
        let seeds = Mutex<UInt64>(0)
        let parts = ServerParts(
            configuration: configuration, handler: handler, observer: observer, connections: registry,
            clock: { Instant(milliseconds: 0) },
            seed: {
                seeds.withLock {
                    $0 += 1
                    return $0
                }
            })
        channel = EmbeddedChannel()
        _ = registry.enter(channel)
        try channel.pipeline.syncOperations.addHandler(
            ServerConnection(parts, at: channel.eventLoop.now, readPeer: nil))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        if let peer {
            let params = "{\"process\":\"\(peer)\",\"secret\":\"\(Self.secret)\"}"
            try send("{\"jsonrpc\":\"2.0\",\"method\":\"rpc.link\",\"params\":\(params)}\n")
        }
    }

    private static let secret = "the secret of our processes"

    /// Sends bytes as one read, and runs everything that is due.
    func send(_ bytes: String) throws {
        try channel.writeInbound(ByteBuffer(string: bytes))
        channel.embeddedEventLoop.run()
    }

    func send(bytes: [UInt8]) throws {
        try channel.writeInbound(ByteBuffer(bytes: bytes))
        channel.embeddedEventLoop.run()
    }

    func call(_ method: String, id: Int, meta: String? = nil, params: String = "{}") throws {
        let meta = meta.map { ",\"meta\":\($0)" } ?? ""
        try send("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method)\",\"params\":\(params)\(meta)}\n")
    }

    func finish(_ method: String, _ result: Result<String, any Error> = .success("{}")) {
        handler.finish(method, result)
        channel.embeddedEventLoop.run()
    }

    func advance(_ amount: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: amount) }

    /// Returns the lines written since the last call.
    func lines() throws -> [String] {
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
        guard let end = text.lastIndex(of: "\n") else { return [] }
        let lines = text[..<end].split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        text = String(text[text.index(after: end)...])
        return lines
    }

    /// Returns a summary of the answers since the last call: `1:ok`, `2:-32600`, `null:-32700`, `rpc.goaway`.
    func answers() throws -> [String] { try lines().map(Self.summary) }

    static func summary(_ line: String) -> String {
        if let method = line.firstMatch(of: /"method":"([^"]+)"/) { return String(method.1) }
        let id = line.firstMatch(of: /"id":([^,]+),/).map { String($0.1) } ?? "?"
        let code = line.firstMatch(of: /"code":(-\d+)/).map { String($0.1) } ?? "ok"
        return "\(id):\(code)"
    }

    /// Ends the channel and the waiting calls, so that nothing is left behind.
    func end() {
        for method in handler.started { handler.finish(method) }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        channel.embeddedEventLoop.run()
    }
}
