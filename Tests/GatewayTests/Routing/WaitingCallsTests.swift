import Contract
import NIOCore
import NIOEmbedded
import RPC
import Testing

@testable import Gateway

/// Tests of the places in which calls wait for a replica.
@Suite struct WaitingCallsTests {
    /// An event loop whose only replica of `museums` is away, and its clients.
    private final class Restart {
        let fixture: EdgeFixture
        private var clients: [EmbeddedClient] = []

        init() throws {
            fixture = try EdgeFixture(open: [.museums])
            fixture.isReachable = false
            fixture.link().lose()
        }

        /// Makes calls on a new connection.
        func call(_ count: Int, user: Int? = nil, from address: String = "192.0.2.1") throws -> EmbeddedClient {
            let address = ClientAddress(try SocketAddress(ipAddress: address, port: 9))
            let client = try EmbeddedClient(LineHandler(edge: fixture.edge, client: address), on: fixture.loop)
            _ = try client.lines()
            let meta = try user.map { user in
                let sub = "019ab3c4-5d6e-7f80-9123-45678900000\(user)"
                return #","meta":{"token":"\#(try fixture.tokens.token(sub: sub))"}"#
            }
            let lines = (1...count).map { id in
                #"{"jsonrpc":"2.0","id":\#(id),"method":"museums.get","params":{"id":"x"}\#(meta ?? "")}"# + "\n"
            }
            try client.send(lines.joined())
            clients.append(client)
            return client
        }

        /// Returns the number of calls that were told that there is no replica.
        func refused() throws -> Int {
            try clients.map { try $0.lines().count { $0.contains(#""reason":"no-replica""#) } }.reduce(0, +)
        }

        func end() {
            fixture.isReachable = true
            fixture.loop.advanceTime(by: .milliseconds(500))
        }
    }

    @Test func `Eight users whose calls fill all places leave one to a ninth, whose call is among the first sent`()
        throws
    {
        let restart = try Restart()
        for user in 0..<8 { _ = try restart.call(32, user: user) }
        #expect(try restart.refused() == 0)
        let bystander = try restart.call(1, user: 9)
        #expect(try bystander.lines().isEmpty)
        #expect(try restart.refused() == 1, "one of the others has lost its place")
        restart.end()
        let place = restart.fixture.link().sent.firstIndex { sent in
            (sent.call as? RoutedCall)?.caller?.principal.sub.hasSuffix("9") == true
        }
        #expect(try #require(place) < 16)
        #expect(restart.fixture.link().inFlight == 256)
    }

    @Test func `Calls without a token share the places of their network, however many addresses they come from`()
        throws
    {
        let restart = try Restart()
        for subnet in 0..<256 { _ = try restart.call(1, from: "2001:db8:1:\(String(subnet, radix: 16))::1") }
        let other = try restart.call(20, from: "2001:db8:2::1")
        #expect(try other.lines().isEmpty)
        #expect(try restart.refused() == 20)
    }
}
