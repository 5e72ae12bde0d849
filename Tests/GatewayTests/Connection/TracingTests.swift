import Contract
import NIOCore
import NIOEmbedded
import Testing

@testable import Gateway
@testable import RPC
@testable import ServiceRuntime

@Suite struct TracingTests {
    private static let parent = "4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7"

    private static func address() throws -> ClientAddress {
        ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 9))
    }

    private static func line(_ traceparent: String) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"museums.get","params":{"id":"x"},"meta":{"traceparent":"\#(traceparent)"}}"#
            + "\n"
    }

    @Test(arguments: [(0.0, "01", "00"), (1.0, "00", "01")])
    func `The gateway decides which calls are traced, whatever the client's flag says`(
        ratio: Double, asked: String, sent: String
    ) throws {
        let fixture = try EdgeFixture(open: [.museums], traces: TraceSampling(ratio: ratio))
        let lines = try EmbeddedClient(
            LineHandler(edge: fixture.edge, client: try Self.address()), on: fixture.loop)
        try lines.send(Self.line("00-\(Self.parent)-\(asked)"))
        let http = try EmbeddedClient(
            HTTPHandler(edge: fixture.edge, client: try Self.address()), on: fixture.loop)
        try http.send("GET /v1/museums/x HTTP/1.1\r\nHost: x\r\ntraceparent: 00-\(Self.parent)-\(asked)\r\n\r\n")

        #expect(fixture.sent.map { $0.call.span?.traceparent.hasSuffix("-\(sent)") } == [true, true])
        for _ in 0..<2 { fixture.link().answer(.result(ByteBuffer(string: "{}"))) }
        let spans = fixture.spans.takeAll()
        #expect(spans.count == (ratio == 0 ? 0 : 2))
        #expect(spans.allSatisfy { $0.trace.parentID == 0x00f0_67aa_0ba9_02b7 })
        #expect(Set(spans.map(\.transport)) == (ratio == 0 ? [] : ["lines", "http"]))
    }

    @Test func `Refused, failed and cancelled calls have spans with their codes`() throws {
        let fixture = try EdgeFixture(open: [.museums], traces: TraceSampling(ratio: 1))
        let client = try EmbeddedClient(
            LineHandler(edge: fixture.edge, client: try Self.address()), on: fixture.loop)
        try client.send(#"{"jsonrpc":"2.0","id":1,"method":"auth.me"}"# + "\n")
        try client.send(Self.line("none"))
        fixture.link().answer(.expired)
        try client.send(Self.line("none"))
        try client.send(#"{"jsonrpc":"2.0","method":"rpc.cancel","params":{"id":1}}"# + "\n")
        let spans = fixture.spans.takeAll()
        #expect(spans.map(\.method) == ["auth.me", "museums.get", "museums.get"])
        #expect(
            spans.map(\.code)
                == [ErrorCode.unauthenticated, .deadlineExceeded, .cancelled].map(\.number))
        #expect(spans.map(\.attempts) == [0, 1, 1])
        #expect(spans.allSatisfy { $0.trace.parentID == 0 })
    }

    @Test func `The share of sampled calls is the ratio`() {
        var generator = SystemRandomNumberGenerator()
        let sampling = TraceSampling(ratio: 0.25)
        let count = (0..<40_000).count { _ in sampling.samples(generator.next() | 1) }
        // 10,000 ± 87; this range fails once in more than 10^20 runs.
        #expect((9_150...10_850).contains(count))
    }
}
