import NIOCore
import NIOEmbedded
import NIOSSL
import Testing
import Values

@testable import Gateway

/// Tests of the protocols that clients offer in the TLS handshake.
@Suite(.timeLimit(.minutes(5))) struct ProtocolOfferTests {
    /// Returns the first message of a TLS client, as the library writes it.
    private static func hello(_ protocols: [String]) throws -> [UInt8] {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.applicationProtocols = protocols
        let channel = EmbeddedChannel(
            handler: try NIOSSLClientHandler(
                context: try NIOSSLContext(configuration: configuration), serverHostname: nil))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        var bytes: [UInt8] = []
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) { bytes += buffer.readableBytesView }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return bytes
    }

    /// Spreads the message over records of at most `size` bytes each.
    private static func spread(_ hello: [UInt8], size: Int) -> [UInt8] {
        var records: [UInt8] = []
        var rest = hello.dropFirst(5)
        while !rest.isEmpty {
            let part = rest.prefix(size)
            records += [22, 3, 1, UInt8(part.count >> 8), UInt8(part.count & 255)] + part
            rest = rest.dropFirst(size)
        }
        return records
    }

    private static let offers: [[String]] = [[], ["http/1.1"], ["h2", "http/1.1", "ndjson-rpc/1"], ["spdy/3", "x"]]

    @Test(arguments: offers)
    func `The offer is read from whatever pieces and records a client sends it in`(protocols: [String]) throws {
        let hello = try Self.hello(protocols)
        for records in [hello, Self.spread(hello, size: 100), Self.spread(hello, size: 1)] {
            var whole = ClientHelloReader()
            #expect(whole.read(records) == .offer(protocols))
            var reader = ClientHelloReader()
            for count in 0..<records.count {
                #expect(reader.read(records.prefix(count)) == .incomplete, "after \(count) bytes")
            }
            #expect(reader.read(records + [23, 3, 3]) == .offer(protocols))
        }
    }

    @Test(
        arguments: [
            [0x80, 0x2E, 0x01, 0x03, 0x01], [21, 3, 3, 0, 2, 2, 40], Array("GET / HTTP/1.1\r\n\r\n".utf8),
            [22, 3, 1, 0, 0], [22, 3, 1, 0, 4, 2, 0, 0, 0], [22, 3, 1, 0, 4, 1, 0, 0, 0], [22, 3, 1, 0, 4, 1, 1, 0, 0],
            [22, 3, 1, 0xFF, 0xFF], [22, 3, 1, 0, 6, 1, 0, 0, 2, 3, 3],
        ] as [[UInt8]])
    func `Bytes that are no ClientHello are left to the TLS library`(bytes: [UInt8]) {
        var reader = ClientHelloReader()
        #expect(reader.read(bytes) == .offer([]))
    }

    @Test func `Damaged messages are never more than an offer that cannot be read`() throws {
        var random = SplitMix64(seed: 7)
        let hello = try Self.hello(["h2"])
        for _ in 0..<20_000 {
            var damaged = hello
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            var reader = ClientHelloReader()
            _ = reader.read(damaged)
        }
        var endless = ClientHelloReader()
        let record: [UInt8] = [22, 3, 1, 0x3F, 0xFF, 1, 0, 0x3F, 0xFF] + Array(repeating: 0, count: 0x3FFB)
        #expect(endless.read(record + record) == .offer([]))
    }

    private static func channel(http2: Bool = true) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: ProtocolOfferHandler(offered: EdgeProtocol.offered(http2: http2)))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    @Test(arguments: [[], ["http/1.1"], ["spdy/3", "ndjson-rpc/1"], ["h2"]])
    func `A known offer and none pass on byte for byte, with all that follows`(protocols: [String]) throws {
        let channel = try Self.channel()
        let bytes = try Self.hello(protocols)
        for byte in bytes { try channel.writeInbound(ByteBuffer(bytes: [byte])) }
        let passed = try channel.readInbound(as: ByteBuffer.self)
        #expect(passed.map { Array($0.readableBytesView) } == bytes)
        try channel.writeInbound(ByteBuffer(string: "more"))
        #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: "more"))
        #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
        #expect(throws: (any Error).self) {
            _ = try channel.pipeline.syncOperations.handler(type: ProtocolOfferHandler.self)
        }
    }

    @Test func `A foreign offer gets the alert no_application_protocol, and nothing passes on`() throws {
        let channel = try Self.channel()
        try channel.writeInbound(ByteBuffer(bytes: try Self.hello(["spdy/3", "http/1.0"])))
        #expect(try channel.readOutbound(as: ByteBuffer.self) == ByteBuffer(bytes: [21, 3, 3, 0, 2, 2, 120]))
        #expect(!channel.isActive)
        #expect(try channel.readInbound(as: ByteBuffer.self) == nil)
    }

    @Test func `An offer of h2 alone is foreign while HTTP/2 is off`() throws {
        let channel = try Self.channel(http2: false)
        try channel.writeInbound(ByteBuffer(bytes: try Self.hello(["h2"])))
        #expect(try channel.readOutbound(as: ByteBuffer.self) == ByteBuffer(bytes: [21, 3, 3, 0, 2, 2, 120]))
        #expect(!channel.isActive)
    }

    @Test func `HTTP/2 is turned off for new connections while the gateway runs`() async throws {
        try await withGateway { gateway, _ in
            let open = try await TestClient.connect(port: gateway.port, alpn: ["h2"])
            // SETTINGS and WINDOW_UPDATE.
            _ = try await open.text(count: 27 + 13)
            await gateway.parts.loops.each { edge in
                var limits = edge.limits
                limits.http2.streams = 0
                edge.follow(limits, edge.gate)
            }
            let refused = try await TestClient.connect(port: gateway.port, alpn: ["h2"])
            await #expect(throws: (any Error).self) { _ = try await refused.text(count: 1) }
            let other = try await TestClient.connect(port: gateway.port, alpn: ["h2", "http/1.1"])
            try await other.send("GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await other.line() == "HTTP/1.1 404 Not Found")
            try await open.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
            try await open.send([0, 0, 0, 4, 0, 0, 0, 0, 0])
            // The acknowledgement of its settings.
            #expect(try await open.text(count: 9) == "\0\0\0\u{4}\u{1}\0\0\0\0")
        }
    }

    @Test(arguments: [["spdy/3"], ["acme-tls/1", "http/1.0"], ["ftp"]])
    func `A TLS client learns that none of its protocols is spoken here`(protocols: [String]) async throws {
        try await withGateway { gateway, _ in
            let client = try await TestClient.connect(port: gateway.port, alpn: protocols)
            let error = await #expect(throws: (any Error).self) { _ = try await client.line() }
            #expect("\(error.map { "\($0)" } ?? "")".contains("NO_APPLICATION_PROTOCOL"))
            // The connection has ended, and the gateway counts a failed handshake.
            while gateway.parts.listener.connections.open > 0 { await Task.yield() }
        }
    }
}
