import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import Gateway

/// Tests of the store against a real Redis server, and against servers that answer badly or not at all.
@Suite(.timeLimit(.minutes(5))) struct ValkeyLimitStoreTests {
    private static func store(_ url: String, gateway: String = "g1", timeout: TimeAmount = .seconds(5)) throws
        -> ValkeyLimitStore
    {
        try ValkeyLimitStore(
            try #require(StoreAddress(url)), prefix: "test:", gateway: gateway, timeout: timeout,
            group: MultiThreadedEventLoopGroup.singleton)
    }

    private static func report(_ user: String, price: Int64, debt: Int64 = 0) -> LimitReport {
        LimitReport(name: LimitName(user: user), price: price, debt: debt, ceiling: 4_000_000_000)
    }

    @Test func `Two gateways add to the same bucket, and see each other`() async throws {
        let server = try await RedisServer(password: "se:cret")
        defer { server.kill() }
        let url = "redis://:se%3Acret@127.0.0.1:\(server.port)/2"
        let (one, other) = (try Self.store(url), try Self.store(url, gateway: "g2"))
        #expect(try await one.exchange([]) == LimitReply(gateways: 1, debts: []))
        // Prices of hours, against which the time of this test is small.
        let first = try await one.exchange([Self.report("ada", price: 1_000_000_000)])
        #expect(first == LimitReply(gateways: 1, debts: [1_000_000_000]))
        let second = try await other.exchange([
            Self.report("ada", price: 2_000_000_000), Self.report("bob", price: 5, debt: 7),
        ])
        #expect(second.gateways == 2)
        #expect((2_900_000_000...3_000_000_000).contains(second.debts[0]) && second.debts[1] == 12)
        await one.close()
        await other.close()
    }

    @Test func `A store without the bucket learns its debt, and a bucket is never deeper in debt than its ceiling`()
        async throws
    {
        let server = try await RedisServer()
        defer { server.kill() }
        let store = try Self.store("redis://127.0.0.1:\(server.port)")
        let learned = try await store.exchange([Self.report("ada", price: 1, debt: 3_000_000_000)])
        #expect(learned.debts == [3_000_000_001])
        let low = LimitReport(name: LimitName(user: "ada"), price: 10, debt: 0, ceiling: 100)
        #expect(try await store.exchange([low]).debts == [110])
        await store.close()
    }

    @Test func `256 buckets fit into one exchange`() async throws {
        let server = try await RedisServer()
        defer { server.kill() }
        let store = try Self.store("redis://127.0.0.1:\(server.port)")
        let reports = (0..<LimitSync.maximumReports).map { Self.report("\($0)", price: Int64($0)) }
        #expect(try await store.exchange(reports).debts == reports.map(\.price))
        await store.close()
    }

    @Test func `A killed server makes an exchange fail, and a restarted one is connected to again`() async throws {
        let server = try await RedisServer()
        defer { server.kill() }
        let store = try Self.store("redis://127.0.0.1:\(server.port)")
        _ = try await store.exchange([])
        server.kill()
        for _ in 0..<2 {
            await #expect(throws: LimitStoreFault.self) { _ = try await store.exchange([]) }
        }
        try await server.start()
        #expect(try await store.exchange([]).gateways == 1)
        await store.close()
    }

    @Test func `A wrong password is reported with the server's words`() async throws {
        let server = try await RedisServer(password: "right")
        defer { server.kill() }
        let store = try Self.store("redis://:wrong@127.0.0.1:\(server.port)")
        await #expect { _ = try await store.exchange([]) } throws: { "\($0)".contains("WRONGPASS") }
    }

    @Test func `A server that does not answer is given up after the time limit`() async throws {
        let silent = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(silent.localAddress?.port)
        let store = try Self.store("redis://127.0.0.1:\(port)", timeout: .milliseconds(50))
        await #expect(throws: LimitStoreFault.self) { _ = try await store.exchange([]) }
        try await silent.close()
    }

    @Test func `After a failed exchange the next one has a connection of its own, which no late reply reaches`()
        async throws
    {
        let connections = Atomic<Int>(0)
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let isFirst = connections.add(1, ordering: .relaxed).oldValue == 0
                    try channel.pipeline.syncOperations.addHandler(
                        FixedReply(isFirst ? "-ERR busy\r\n" : "*1\r\n:1\r\n"))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let store = try Self.store("redis://127.0.0.1:\(try #require(server.localAddress?.port))")
        await #expect(throws: LimitStoreFault.self) { _ = try await store.exchange([]) }
        #expect(try await store.exchange([]) == LimitReply(gateways: 1, debts: []))
        await store.close()
        try await server.close()
    }
}

/// Answers every command with the same bytes.
private final class FixedReply: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let text: String

    init(_ text: String) { self.text = text }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }
}
