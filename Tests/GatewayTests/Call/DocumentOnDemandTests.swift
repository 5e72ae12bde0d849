import Contract
import NIOCore
import NIOEmbedded
import RPC
import Synchronization
import Testing

@testable import Gateway

@Suite struct DocumentOnDemandTests {
    private struct Unbuildable: Error {}

    /// Holds the work that another thread would do until the test does it.
    private final class HeldWork: Sendable {
        private let held = Mutex<[@Sendable () -> Void]>([])

        var count: Int { held.withLock { $0.count } }

        @Sendable func add(_ work: @escaping @Sendable () -> Void) { held.withLock { $0.append(work) } }

        func doAll() {
            let works = held.withLock { held in
                defer { held = [] }
                return held
            }
            for work in works { work() }
        }
    }

    @Test func `A document is built when it is first asked for, and once for all who wait`() throws {
        let (loop, work) = (EmbeddedEventLoop(), HeldWork())
        let builds = Mutex(0)
        let document = DocumentOnDemand(run: work.add) {
            builds.withLock { $0 += 1 }
            return #"{"openapi":"3.1.0"}"#
        }
        #expect(work.count == 0)
        let asked = (0..<3).map { _ in document.content(on: loop) }
        #expect(work.count == 1)
        #expect(builds.withLock { $0 } == 0, "not on the event loop")
        work.doAll()
        for case .coming(let coming) in asked {
            #expect(String(buffer: try coming.wait().body) == #"{"openapi":"3.1.0"}"#)
        }
        guard case .ready(let content) = document.content(on: loop) else { return #expect(Bool(false), "not kept") }
        #expect(content.tag == EntityTag(of: content.body))
        #expect(builds.withLock { $0 } == 1)
    }

    @Test func `A document that cannot be built is an internal error of each call, and tried again`() throws {
        let loop = EmbeddedEventLoop()
        let builds = Mutex(0)
        let document = DocumentOnDemand(run: { $0() }) {
            builds.withLock { $0 += 1 }
            throw Unbuildable()
        }
        for _ in 0..<2 {
            guard case .coming(let coming) = document.content(on: loop) else { return #expect(Bool(false), "built") }
            #expect(throws: Unbuildable.self) { try coming.wait() }
        }
        #expect(builds.withLock { $0 } == 2)
        #expect(RPCError(ofDocument: Unbuildable()).code == .internal)
    }

    @Test func `While the document is built, the loop answers others, and then the request`() throws {
        let work = HeldWork()
        let fixture = try EdgeFixture(documents: work.add)
        func connect() throws -> EmbeddedClient {
            let address = ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 9))
            return try EmbeddedClient(HTTPHandler(edge: fixture.edge, client: address), on: fixture.loop)
        }
        let (first, second, gone) = (try connect(), try connect(), try connect())
        for client in [first, gone] { try client.send("GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n") }
        #expect(try first.output() == "")
        try second.send("GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try second.output().hasPrefix("HTTP/1.1 404 "))
        try gone.channel.close().wait()
        work.doAll()
        let answer = try first.output()
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains(#""openapi":"3.1"#))
        #expect(try gone.output() == "")
    }

    @Test func `A line connection reads on once the document is built`() throws {
        let work = HeldWork()
        let fixture = try EdgeFixture(open: [.museums], documents: work.add)
        let address = ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 9))
        let client = try EmbeddedClient(LineHandler(edge: fixture.edge, client: address), on: fixture.loop)
        _ = try client.lines()
        try client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"# + "\n"
                + #"{"jsonrpc":"2.0","id":2,"method":"museums.get","params":{"id":"x"}}"# + "\n")
        #expect(try client.lines() == [] && fixture.sent.isEmpty)
        work.doAll()
        #expect(try client.lines().map { String($0.prefix(33)) } == [#"{"jsonrpc":"2.0","id":1,"result":"#])
        #expect(fixture.sent.count == 1)
    }
}
