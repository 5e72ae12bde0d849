import AuthContract
import NIOCore
import NIOEmbedded
import ServiceRuntime
import Testing
import Values

@testable import Gateway
@testable import RPC

/// Tests of the effects of `rpc.authenticate` on a line connection.
@Suite struct AuthenticateTests {
    private static func open(
        addressBurst: Int = 50, userBurst: Int = 40
    ) throws -> (EdgeFixture, EmbeddedClient) {
        var policies = CallGate.Policies()
        policies.address = LimitPolicy(name: "address", rate: 0.001, burst: addressBurst)
        policies.user = LimitPolicy(name: "user", rate: 0.001, burst: userBurst)
        let fixture = try EdgeFixture(policies: policies)
        let address = ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 9))
        let client = try EmbeddedClient(LineHandler(edge: fixture.edge, client: address), on: fixture.loop)
        _ = try client.lines()
        return (fixture, client)
    }

    private static func authenticate(_ token: String) -> String {
        #"{"jsonrpc":"2.0","id":0,"method":"rpc.authenticate","params":{"token":"\#(token)"}}"# + "\n"
    }

    private static func call(_ method: String, _ params: String = "{}") -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"# + "\n"
    }

    private static func endSession(_ sid: String, in fixture: EdgeFixture) {
        let now = SystemClock.now()
        fixture.accessTokens.revoke(
            [.init(sid: Identifier(unchecked: sid), expiresAt: now.advanced(bySeconds: 600))], now: now)
    }

    @Test(arguments: ["refresh", "jwks"])
    func `After the connection's token ends, methods open to anyone are called without a principal`(method: String)
        throws
    {
        let (fixture, client) = try Self.open()
        try client.send(Self.authenticate(try fixture.tokens.token()))
        #expect(try client.output().contains(#""result":{"user":"#))
        Self.endSession(TestTokens.session, in: fixture)
        try client.send(Self.call("auth.me"))
        #expect(try client.output().contains(#""code":-32001"#))
        try client.send(Self.call("auth.\(method)", #"{"refreshToken":"x"}"#))
        #expect(try client.output().isEmpty)
        let sent = try #require(fixture.sent.last)
        #expect(sent.call.method == LinkMethod("auth.\(method)"))
        #expect(sent.call.principal == nil)
    }

    @Test func `An expired token sent with the call is refused for every method`() throws {
        let (fixture, client) = try Self.open()
        let token = try fixture.tokens.token()
        Self.endSession(TestTokens.session, in: fixture)
        try client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"auth.jwks","params":{},"meta":{"token":"\#(token)"}}"# + "\n")
        #expect(try client.output().contains(#""reason":"session-ended""#))
        #expect(fixture.sent.isEmpty)
    }

    @Test func `Authenticating again replaces the token, unless the new one is invalid`() throws {
        let (fixture, client) = try Self.open()
        try client.send(Self.authenticate(try fixture.tokens.token()))
        Self.endSession(TestTokens.session, in: fixture)
        try client.send(Self.authenticate(try fixture.tokens.token(sid: "019ab3c4-1111-7f80-9123-456789abcdef")))
        try client.send(Self.authenticate("a.b.c"))
        let answers = try client.lines()
        #expect(answers.count == 3)
        #expect(answers.last?.contains(#""code":-32001"#) == true)
        try client.send(Self.call("auth.me"))
        #expect(fixture.sent.last?.call.principal != nil)
    }

    @Test func `A valid token is charged to its user only, an invalid one to the address`() throws {
        let (fixture, client) = try Self.open(addressBurst: 2, userBurst: 4)
        let token = try fixture.tokens.token()
        for _ in 0..<4 { try client.send(Self.authenticate(token)) }
        #expect(try client.lines().allSatisfy { $0.contains(#""result":"#) })
        try client.send(Self.authenticate(token))
        #expect(try client.output().contains(#""code":-32005"#))
        // The address has not been charged so far, so it can afford two more calls of any kind.
        try client.send(Self.authenticate("a.b.c") + Self.call("rpc.nothing"))
        #expect(try client.lines().map { $0.contains(#""code":-32005"#) } == [false, false])
        try client.send(Self.authenticate("a.b.c") + Self.call("rpc.nothing") + Self.call("rpc.authenticate"))
        #expect(try client.lines().map { $0.contains(#""code":-32005"#) } == [true, true, true])
    }
}
