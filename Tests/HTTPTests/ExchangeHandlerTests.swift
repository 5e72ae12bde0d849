import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import HTTP

/// A client connection without sockets or a clock.
private struct TestConnection {
    let loop = EmbeddedEventLoop()
    let channel: EmbeddedChannel
    let releases = Counter()

    final class Counter: Sendable {
        let count = Atomic(0)
        var value: Int { count.load(ordering: .relaxed) }
    }

    init(idleTime: TimeAmount? = .seconds(30), isSecure: Bool = false) throws {
        channel = EmbeddedChannel(handler: nil, loop: loop)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHTTPClientHandlers()
        let settings = ExchangeHandler.Settings(isSecure: isSecure, connectTime: .seconds(5), idleTime: idleTime)
        try pipeline.addHandler(
            ExchangeHandler(settings) { [releases] in releases.count.wrappingAdd(1, ordering: .relaxed) })
    }

    func connect() throws { try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait() }

    /// Sends a request and returns its outcome, whose values are `nil` until the exchange ends.
    func send(
        _ method: HTTPMethod = .GET, body: [UInt8] = [], maximumBytes: Int = 100,
        headers: HTTPHeaders = [:], stream: HTTPBodyStream? = nil, progress: (@Sendable (Int) -> Void)? = nil
    ) throws -> Outcome {
        let origin = HTTPOrigin(isSecure: false, host: "example.org", port: 80)
        let request = HTTPRequest(method, HTTPAddress(origin, target: "/x"), headers: headers, body: body)
        let exchange = HTTPExchange(
            LimitedRequest(
                request: request,
                limits: HTTPLimits(time: nil, maximumBytes: maximumBytes, progress: progress), stream: stream),
            on: loop)
        let outcome = Outcome(exchange)
        try channel.writeAndFlush(exchange).wait()
        return outcome
    }

    func receive(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

    func sent() throws -> String {
        var text = ""
        while let part = try channel.readOutbound(as: IOData.self) {
            if case .byteBuffer(let buffer) = part { text += String(buffer: buffer) }
        }
        return text
    }
}

/// A handler that holds back all writes until the connection ends.
private final class HeldWrites: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    private var held: [EventLoopPromise<Void>] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if let promise { held.append(promise) }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        for promise in held { promise.fail(ChannelError.ioOnClosedChannel) }
        held = []
        context.close(mode: mode, promise: promise)
    }
}

/// The outcome of an exchange, which it cancels on deinitialization.
private final class Outcome: Sendable {
    let exchange: HTTPExchange
    private let result = Mutex<Result<HTTPResponse, any Error>?>(nil)

    init(_ exchange: HTTPExchange) {
        self.exchange = exchange
        exchange.outcome.whenComplete { [weak self] result in self?.result.withLock { $0 = result } }
    }

    deinit { exchange.fail(.cancelled) }

    var response: HTTPResponse? { try? result.withLock { $0 }?.get() }
    var text: String? { response.map { "\($0.status) \(String(decoding: $0.body, as: UTF8.self))" } }
    var failure: HTTPFailure? {
        if case .failure(let error)? = result.withLock({ $0 }) { error as? HTTPFailure } else { nil }
    }
}

@Suite struct ExchangeHandlerTests {
    @Test func `A request carries its own header fields and those of the client`() throws {
        let connection = try TestConnection()
        try connection.connect()
        _ = try connection.send(.POST, body: Array("{}".utf8))
        let text = try connection.sent()
        #expect(text.hasPrefix("POST /x HTTP/1.1\r\n"))
        #expect(text.contains("Host: example.org\r\n") && text.contains("Content-Length: 2\r\n"))
        #expect(!text.contains("Connection") && text.hasSuffix("\r\n\r\n{}"))
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "200 ok", true),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\no\r\n1;x=y\r\nk\r\n0\r\nA: b\r\n\r\n", "200 ok",
            true
        ),
        ("HTTP/1.1 204 No Content\r\n\r\n", "204 ", true),
        ("HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n", "304 ", true),
        (
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 E\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "200 ",
            true
        ),
        ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok", "200 ok", false),
        ("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "200 ok", false),
        // Bytes after the answer belong to no request.
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok{}{}", "200 ok", false),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "200 ok", false),
    ])
    func `An answer ends by its framing, however its bytes are split`(
        _ bytes: String, _ expected: String, _ isKept: Bool
    ) throws {
        for step in [1, 7, 1_000] {
            let connection = try TestConnection()
            try connection.connect()
            let outcome = try connection.send()
            var rest = bytes[...]
            while !rest.isEmpty, connection.channel.isActive {
                // A connection that is not kept may be closed before the last byte.
                try? connection.receive(String(rest.prefix(step)))
                rest = rest.dropFirst(step)
            }
            #expect(outcome.text == expected)
            #expect(connection.channel.isActive == isKept)
        }
    }

    @Test func `An answer to HEAD has no body`() throws {
        let connection = try TestConnection()
        try connection.connect()
        let outcome = try connection.send(.HEAD)
        try connection.receive("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n")
        #expect(outcome.text == "200 ")
        #expect(connection.releases.value == 1)
    }

    @Test func `A body without a length ends with the connection`() throws {
        let connection = try TestConnection()
        try connection.connect()
        let outcome = try connection.send()
        try connection.receive("HTTP/1.1 200 OK\r\n\r\no")
        try connection.receive("k")
        #expect(outcome.text == nil)
        try connection.channel.close().wait()
        #expect(outcome.text == "200 ok")
    }

    @Test func `A connection carries one request after another`() throws {
        let connection = try TestConnection()
        try connection.connect()
        for number in 1...3 {
            let outcome = try connection.send()
            try connection.receive("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(number)")
            #expect(outcome.text == "200 \(number)")
            #expect(connection.releases.value == number)
        }
    }

    @Test func `A single-use connection announces its end and is closed after the exchange`() throws {
        let connection = try TestConnection(idleTime: nil)
        try connection.connect()
        let outcome = try connection.send()
        #expect(try connection.sent().contains("Connection: close\r\n"))
        try connection.receive("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(outcome.text == "200 ")
        #expect(!connection.channel.isActive && connection.releases.value == 0)
    }

    @Test func `Progress counts the bytes of the body, starting with the head`() throws {
        let connection = try TestConnection()
        try connection.connect()
        let counts = Mutex<[Int]>([])
        let outcome = try connection.send { count in counts.withLock { $0.append(count) } }
        try connection.receive("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n")
        #expect(counts.withLock { $0 } == [0])
        try connection.receive("a")
        try connection.receive("bcd")
        #expect(counts.withLock { $0 } == [0, 1, 4])
        #expect(outcome.text == "200 abcd")
    }

    @Test func `A streamed body is read as it arrives, and its connection ends with it`() async throws {
        let connection = try TestConnection()
        try connection.connect()
        let stream = HTTPBodyStream(silence: .seconds(30), maximumBytes: 10)
        let outcome = try connection.send(maximumBytes: 10, stream: stream)
        try connection.receive("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        #expect(outcome.text == "200 ")
        for _ in 0..<3 {
            try connection.receive("5\r\nhello\r\n")
            try connection.receive("1\r\n!\r\n")
            #expect(try await stream.next() == Array("hello!".utf8))
        }
        try connection.receive("0\r\n\r\n")
        #expect(try await stream.next() == nil)
        #expect(!connection.channel.isActive && connection.releases.value == 0)
    }

    @Test func `A refusal of a stream is a complete answer`() throws {
        let connection = try TestConnection()
        try connection.connect()
        let stream = HTTPBodyStream(silence: .seconds(30), maximumBytes: 10)
        let outcome = try connection.send(stream: stream)
        try connection.receive("HTTP/1.1 503 X\r\nContent-Length: 2\r\n\r\nno")
        #expect(outcome.text == "503 no" && connection.channel.isActive)
    }

    @Test func `A streamed body fails by silence, by bytes that nobody reads, and by a broken connection`() async throws
    {
        for (reason, act) in [
            (.timedOut, { $0.loop.advanceTime(by: .seconds(31)) }),
            (.tooLarge, { try $0.receive("9\r\naaaaaaaaa\r\n9\r\naaaaaaaaa\r\n") }),
            (
                .broken("the connection ended within the answer"),
                {
                    $0.channel.close(promise: nil)
                    $0.loop.run()
                }
            ),
        ] as [(HTTPFailure.Reason, (TestConnection) throws -> Void)] {
            let connection = try TestConnection()
            try connection.connect()
            let stream = HTTPBodyStream(silence: .seconds(30), maximumBytes: 10)
            let outcome = try connection.send(maximumBytes: 10, stream: stream)
            try connection.receive("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            #expect(outcome.text == "200 ")
            connection.loop.advanceTime(by: .seconds(29))
            try connection.receive("1\r\n!\r\n")
            connection.loop.advanceTime(by: .seconds(29))
            #expect(try await stream.next() == [UInt8(ascii: "!")])
            try act(connection)
            await #expect(throws: HTTPFailure.self, "\(reason)") { while try await stream.next() != nil {} }
            #expect(!connection.channel.isActive)
        }
    }

    @Test func `A body beyond the limit ends the exchange and the connection`() throws {
        let connection = try TestConnection()
        try connection.connect()
        let outcome = try connection.send(maximumBytes: 3)
        try? connection.receive("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd")
        #expect(outcome.failure == HTTPFailure(.tooLarge, mayHaveBeenSent: true))
        #expect(!connection.channel.isActive)
    }

    @Test(
        arguments: [
            ("", .broken("the connection was closed")),
            ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab", .broken("the connection ended within the answer")),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
                .broken("the connection ended within the answer")
            ),
            ("HTTP/1.", .broken("the connection ended within the answer")),
            ("SSH-2.0-OpenSSH\r\n", .malformed("it does not speak HTTP")),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", .malformed("it does not speak HTTP")),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                .malformed("it does not speak HTTP")
            ),
        ] as [(String, HTTPFailure.Reason)])
    func `An incomplete or malformed answer is a failure`(_ bytes: String, _ reason: HTTPFailure.Reason) throws {
        let connection = try TestConnection()
        try connection.connect()
        let outcome = try connection.send()
        if !bytes.isEmpty { try? connection.receive(bytes) }
        connection.channel.close(promise: nil)
        #expect(outcome.failure == HTTPFailure(reason, mayHaveBeenSent: true))
    }

    @Test func `A header field that would break the request is refused`() throws {
        let connection = try TestConnection()
        try connection.connect()
        let outcome = try connection.send(headers: ["X": "a\r\nY: b"])
        #expect(outcome.failure?.reason == .malformed("the request is malformed"))
        #expect(try connection.sent().isEmpty)
        #expect(!connection.channel.isActive)
    }

    @Test func `An answer before the end of the request closes the connection`() throws {
        let connection = try TestConnection()
        try connection.connect()
        try connection.channel.pipeline.syncOperations.addHandler(HeldWrites(), position: .first)
        let outcome = try connection.send(.POST, body: Array("{}".utf8))
        try connection.receive("HTTP/1.1 413 X\r\nContent-Length: 0\r\n\r\n")
        #expect(outcome.text == "413 ")
        #expect(!connection.channel.isActive && connection.releases.value == 0)
    }

    @Test func `Bytes without a request close the connection`() throws {
        let connection = try TestConnection()
        try connection.connect()
        try? connection.receive("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(!connection.channel.isActive)
    }

    @Test func `An idle connection is closed after its time, a busy one is not`() throws {
        let connection = try TestConnection()
        try connection.connect()
        connection.loop.advanceTime(by: .seconds(29))
        let outcome = try connection.send()
        connection.loop.advanceTime(by: .hours(1))
        try connection.receive("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(outcome.text == "200 ")
        connection.loop.advanceTime(by: .seconds(29))
        #expect(connection.channel.isActive)
        connection.loop.advanceTime(by: .seconds(1))
        #expect(!connection.channel.isActive)
        #expect(throws: ChannelError.self) { try connection.send() }
    }

    @Test func `A connection whose TLS handshake times out has sent nothing`() throws {
        let connection = try TestConnection(isSecure: true)
        try connection.connect()
        let outcome = try connection.send()
        #expect(try connection.sent().isEmpty)
        connection.loop.advanceTime(by: .seconds(5))
        #expect(outcome.failure == HTTPFailure(.notConnected("no connection in time"), mayHaveBeenSent: false))
        #expect(!connection.channel.isActive)
    }

    @Test func `An exchange that ended before its connection was ready is not sent`() throws {
        let connection = try TestConnection()
        let outcome = try connection.send()
        outcome.exchange.fail(.cancelled)
        #expect(outcome.failure == HTTPFailure(.cancelled, mayHaveBeenSent: false))
        try? connection.connect()
        #expect(try connection.sent().isEmpty)
    }

    @Test func `An exchange that is ended from outside closes its connection`() throws {
        let connection = try TestConnection()
        try connection.connect()
        let outcome = try connection.send()
        outcome.exchange.fail(.timedOut)
        #expect(outcome.failure == HTTPFailure(.timedOut, mayHaveBeenSent: true))
        #expect(!connection.channel.isActive)
    }
}
