import Contract
import NIOCore
import NIOEmbedded
import RPC
import Testing

@testable import Gateway

/// Tests of extra costs that a service reports after the call has ended for its client.
@Suite struct LateCostTests {
    private static let address = "192.0.2.1"

    private static func client(_ fixture: EdgeFixture) throws -> EmbeddedClient {
        let address = ClientAddress(try SocketAddress(ipAddress: Self.address, port: 9))
        let client = try EmbeddedClient(LineHandler(edge: fixture.edge, client: address), on: fixture.loop)
        _ = try client.lines()
        return client
    }

    private static func get(_ id: Int, _ token: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"museums.get","params":{"id":"x"},"meta":{"token":"\#(token)"}}"# + "\n"
    }

    /// Reports a cost as the replica does.
    private static func report(_ cost: Int, to link: FakeLink, on fixture: EdgeFixture) throws {
        let charge = try #require(link.lateCharges.popFirst()?.value)
        #expect(link.lateCharges.isEmpty)
        charge(cost, fixture.loop.now)
    }

    @Test(arguments: [true, false])
    func `A call that is cancelled or expires costs its user what the service reports afterwards`(isCancelled: Bool)
        throws
    {
        let fixture = try EdgeFixture(open: [.museums])
        let client = try Self.client(fixture)
        let token = try fixture.tokens.token()
        try client.send(Self.get(1, token))
        if isCancelled {
            try client.send(#"{"jsonrpc":"2.0","method":"rpc.cancel","params":{"id":1}}"# + "\n")
        } else {
            fixture.link().answer(.expired)
        }
        #expect(try client.lines().count == 1 && fixture.link().inFlight == 0)
        // The connection may be gone by then.
        try client.channel.close().wait()
        try Self.report(30, to: fixture.link(), on: fixture)
        let other = try Self.client(fixture)
        // A burst of 40, less one call at its declared cost and the extra cost.
        try other.send((1...10).map { Self.get($0, token) }.joined())
        #expect(fixture.link().inFlight == 9)
        #expect(try other.lines().map { $0.contains(#""code":-32005"#) } == [true])
    }

    @Test func `A request whose client has gone costs its address what the service reports afterwards`() throws {
        let fixture = try EdgeFixture(open: [.museums])
        let address = ClientAddress(try SocketAddress(ipAddress: Self.address, port: 9))
        func connect() throws -> EmbeddedClient {
            try EmbeddedClient(HTTPHandler(edge: fixture.edge, client: address), on: fixture.loop)
        }
        let request = "GET /v1/museums/x HTTP/1.1\r\nHost: x\r\n\r\n"
        let client = try connect()
        try client.send(request)
        try client.channel.close().wait()
        try Self.report(30, to: fixture.link(), on: fixture)
        let other = try connect()
        try other.send(request)
        fixture.link().answer(.result(ByteBuffer(string: "{}")))
        #expect(try other.output().contains("\r\nRateLimit: \"open\";r=1968;"))
    }

    @Test func `A call that is answered costs nothing afterwards`() throws {
        let fixture = try EdgeFixture(open: [.museums])
        let client = try Self.client(fixture)
        try client.send(Self.get(1, try fixture.tokens.token()))
        fixture.link().answer(.result(ByteBuffer(string: "{}")))
        #expect(fixture.link().lateCharges.isEmpty)
    }

    // MARK: Hedges

    /// Returns a call with an attempt on each of two replicas.
    private static func hedged() throws -> (RoutingBench, RoutedCall) {
        let bench = try RoutingBench()
        let address = ClientAddress(try SocketAddress(ipAddress: Self.address, port: 9))
        bench.admission = (bench.fixture.edge.gate, address.keys)
        try bench.warmUp()
        let call = try bench.call()
        bench.advance(.milliseconds(20))
        try #require(bench.fixture.link(1).inFlight == 1 && bench.fixture.link(2).inFlight == 1)
        return (bench, call)
    }

    private static func lateCharges(_ bench: RoutingBench) -> Int {
        bench.fixture.link(1).lateCharges.count + bench.fixture.link(2).lateCharges.count
    }

    @Test func `Of two attempts without an answer the client pays for one`() throws {
        let (cancelled, call) = try Self.hedged()
        cancelled.fixture.edge.router.cancel(call)
        #expect(Self.lateCharges(cancelled) == 1)
        let (expired, _) = try Self.hedged()
        expired.answer(1, .expired)
        expired.answer(2, .expired)
        #expect(expired.answers == ["failed deadline-exceeded -"] && Self.lateCharges(expired) == 1)
    }

    @Test(arguments: [1, 2])
    func `A hedged call costs what the attempt that is answered reports`(winner: Int) throws {
        let (bench, call) = try Self.hedged()
        bench.fixture.link(winner).sent.first?.call.extraCost = 7
        bench.answer(winner)
        #expect(bench.answers == ["1"] && call.extraCost == 7)
        #expect(Self.lateCharges(bench) == 0)
    }
}
