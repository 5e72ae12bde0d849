import Contract
import Contracts
import NIOCore
import NIOEmbedded
import ServiceRuntime
import Testing

@testable import Gateway

/// Tests of `rpc.discover` on lines and in `POST /rpc`.
@Suite struct DiscoveryCallTests {
    private static func open(
        _ handler: (EdgeLoop, ClientAddress) -> ClientConnection, addressBurst: Int = 50, open: Set<ServiceName> = []
    ) throws -> (EdgeFixture, EmbeddedClient) {
        var policies = CallGate.Policies()
        policies.address = LimitPolicy(name: "address", rate: 0.001, burst: addressBurst)
        let fixture = try EdgeFixture(policies: policies, open: open)
        let address = ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 9))
        return (fixture, try EmbeddedClient(handler(fixture.edge, address), on: fixture.loop))
    }

    private static func discover(_ id: Int = 1, _ more: String = "") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"rpc.discover"\#(more)}"#
    }

    private static func post(_ body: String) -> String {
        "POST /rpc HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
    }

    @Test func `A line connection answers with the document of this instance, without a token`() throws {
        let (fixture, client) = try Self.open(LineHandler.init(edge:client:), open: [.museums])
        _ = try client.lines()
        try client.send(Self.discover() + "\n")
        let document = try OpenRPCDocument.build(
            methods: Methods.public, topics: Methods.topics, openServices: [.museums]
        ).serialized()
        #expect(try client.lines() == [#"{"jsonrpc":"2.0","id":1,"result":\#(document)}"#])
        #expect(fixture.sent.isEmpty)
    }

    @Test func `An answer fits into the maximum length of answers`() throws {
        let document = try OpenRPCDocument.build(methods: Methods.public, topics: Methods.topics).serialized()
        let maximum = try #require(GatewayConfiguration.answerBytes.defaultValue)
        #expect(document.utf8.count < maximum)
    }

    @Test func `Requests sent at once are answered one after the other, and further calls after them`() throws {
        let (fixture, client) = try Self.open(LineHandler.init(edge:client:), open: [.museums])
        _ = try client.lines()
        let call = #"{"jsonrpc":"2.0","id":4,"method":"museums.get","params":{"id":"x"}}"#
        try client.send([Self.discover(1), Self.discover(2), Self.discover(3), call].map { $0 + "\n" }.joined())
        let lines = try client.lines()
        #expect(lines.map { String($0.prefix(24)) } == (1...3).map { #"{"jsonrpc":"2.0","id":\#($0),"# })
        #expect(fixture.sent.count == 1)
    }

    @Test func `Each request costs its address a call`() throws {
        let (fixture, client) = try Self.open(LineHandler.init(edge:client:), addressBurst: 2)
        defer { withExtendedLifetime(fixture) {} }
        _ = try client.lines()
        var areRefused: [Bool] = []
        for id in 1...3 {
            try client.send(Self.discover(id) + "\n")
            areRefused += try client.lines().map { $0.contains(#""id":\#(id),"error":{"code":-32005"#) }
        }
        #expect(areRefused == [false, false, true])
    }

    @Test func `Parameters are refused in the caller's language`() throws {
        let (fixture, client) = try Self.open(LineHandler.init(edge:client:))
        defer { withExtendedLifetime(fixture) {} }
        _ = try client.lines()
        try client.send(Self.discover(1, #","params":{"a":1},"meta":{"locale":"ru"}"#) + "\n")
        let answer = try client.output()
        #expect(answer.contains(#""code":-32602"#))
        #expect(answer.contains(#"{"pointer":"/a","rule":"unknown-member","detail":"a: такого поля нет"}"#))
        try client.send(Self.discover(2, #","params":{}"#) + "\n")
        #expect(try client.output().contains(#""id":2,"result":{"openrpc":"1.3"#))
    }

    @Test func `POST /rpc answers with the document, too`() throws {
        let (fixture, client) = try Self.open(HTTPHandler.init(edge:client:), addressBurst: 2)
        try client.send(Self.post(Self.discover(7)))
        let answer = try client.output()
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("\r\n\r\n" + #"{"jsonrpc":"2.0","id":7,"result":{"openrpc":"1.3"#))
        #expect(answer.hasSuffix("}"))
        try client.send(Self.post(Self.discover(8, #","params":{"a":1}"#)))
        #expect(try client.output().hasPrefix("HTTP/1.1 422 "))
        try client.send(Self.post(Self.discover(9)))
        #expect(try client.output().hasPrefix("HTTP/1.1 429 "))
        #expect(fixture.sent.isEmpty)
    }
}
