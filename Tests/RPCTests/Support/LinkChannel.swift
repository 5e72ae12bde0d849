import NIOCore
import NIOEmbedded

@testable import RPC

/// The calling end of a link without a network, whose clock the test advances; the test plays the service.
final class LinkChannel {
    /// The events of the link so far.
    final class Events {
        var connection: LinkConnection?
        var fault: LinkFault?
        var closed: ConnectionEnd?
        var goodbyes = 0
        var outcomes: [Int: TestLink.Outcome] = [:]
    }

    let channel = EmbeddedChannel()
    let events = Events()
    private var text = ""

    init(_ configure: (inout LinkConfiguration) -> Void = { _ in }) throws {
        var configuration = LinkConfiguration(name: "gateway", peer: "museums")
        configure(&configuration)
        let loop = channel.embeddedEventLoop
        let ready = loop.makePromise(of: LinkConnection.self)
        let events = events
        ready.futureResult.assumeIsolated().whenComplete { result in
            switch result {
            case .success(let connection): events.connection = connection
            case .failure(let error): events.fault = error as? LinkFault
            }
        }
        try channel.pipeline.syncOperations.addHandler(
            LinkHandler(
                configuration, at: loop.now, ready: ready, onClose: { events.closed = $0 },
                onGoaway: { events.goodbyes += 1 }))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    /// Makes a link that has received its greeting and can be used.
    static func greeted(_ configure: (inout LinkConfiguration) -> Void = { _ in }) throws -> LinkChannel {
        let link = try LinkChannel(configure)
        try link.greet()
        return link
    }

    func greet(version: Int = 1, inFlight: Int = 1024, lineBytes: Int = 69_632) throws {
        try receive(
            #"{"jsonrpc":"2.0","method":"rpc.hello","params":{"protocol":\#(version),"server":"museums","#
                + #""time":"1970-01-01T00:00:00Z","limits":{"inFlight":\#(inFlight),"lineBytes":\#(lineBytes),"#
                + #""answerBytes":1048576}}}"#)
    }

    /// Sends a line as the service.
    func receive(_ line: String) throws {
        try channel.writeInbound(ByteBuffer(string: line + "\n"))
        channel.embeddedEventLoop.run()
    }

    /// Sends a call, whose outcome appears under `name` in the outcomes of `events`.
    ///
    /// - Returns: the id of the call; `nil` if the link did not accept it.
    @discardableResult
    func call(
        _ name: Int, _ params: String? = "{}", timeout: Int64 = 5_000, _ change: (inout TestMeta) -> Void = { _ in }
    ) -> LinkCallID? {
        var meta = TestMeta()
        change(&meta)
        let events = events
        let call = TestCall("museums.get", params, meta, timeout: timeout) {
            events.outcomes[name] = TestLink.Outcome($0)
        }
        let id = events.connection?.send(call, at: channel.embeddedEventLoop.now)
        channel.embeddedEventLoop.run()
        return id
    }

    func advance(_ amount: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: amount) }

    /// Returns the lines sent since the last call.
    func lines() throws -> [String] {
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
        defer { text = "" }
        return text.split(separator: "\n").map(String.init)
    }

    func end() {
        _ = try? channel.finish(acceptAlreadyClosed: true)
        channel.embeddedEventLoop.run()
    }
}
