import Contract
import Logging
import NIOCore
import NIOEmbedded
import ServiceRuntime
import Testing

@testable import Gateway
@testable import RPC

/// Tests of the levels of the lines about calls.
@Suite struct CallLogTests {
    private static let call = #"{"jsonrpc":"2.0","id":1,"method":"museums.get","params":{"id":"x"}}"# + "\n"

    @Test func `The level in force decides about the lines of calls, also after it has changed`() throws {
        let fixture = try EdgeFixture(open: [.museums])
        let client = try EmbeddedClient(
            LineHandler(edge: fixture.edge, client: ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 9))),
            on: fixture.loop)
        func lines(_ level: Logger.Level, _ outcome: LinkOutcome) throws -> [Bool] {
            fixture.logLevel.current = level
            fixture.logged = []
            try client.send(Self.call)
            fixture.link().answer(outcome)
            fixture.loop.run()
            return fixture.logged.joined().split(separator: "\n").map { $0.contains(#""level":"error""#) }
        }
        let result = LinkOutcome.result(ByteBuffer(string: "{}"))
        #expect(try lines(.info, result) == [false])
        #expect(try lines(.notice, result) == [])
        #expect(try lines(.notice, FakeLink.error(.notFound)) == [])
        #expect(try lines(.error, FakeLink.error(.internal)) == [true])
        #expect(try lines(.critical, FakeLink.error(.internal)) == [])
        #expect(try lines(.debug, result) == [false])
    }
}
