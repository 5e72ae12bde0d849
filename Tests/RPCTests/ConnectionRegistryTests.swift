import NIOCore
import NIOEmbedded
import Testing

@testable import RPC

@Suite struct ConnectionRegistryTests {
    /// Records the orders that a channel gets.
    private final class Orders: ChannelOutboundHandler {
        typealias OutboundIn = Any
        var all: [ServerOrder] = []

        func triggerUserOutboundEvent(
            context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
        ) {
            if let order = event as? ServerOrder { all.append(order) }
            promise?.succeed()
        }
    }

    private struct Peer {
        let channel: EmbeddedChannel
        let orders = Orders()

        init() throws {
            channel = EmbeddedChannel()
            try channel.pipeline.syncOperations.addHandler(orders)
        }

        var mustYield: Bool { orders.all == [.yield] }
    }

    @Test func `One stranger too many closes the oldest, and processes keep the other places`() throws {
        let registry = ConnectionRegistry(maximum: 5, strangers: 2)
        let peers = try (0..<10).map { _ in try Peer() }
        // Strangers take two places, however many come.
        for peer in peers[0..<2] { #expect(registry.enter(peer.channel)) }
        #expect(peers[0..<2].allSatisfy { !$0.mustYield })
        #expect(registry.enter(peers[2].channel))
        #expect(peers[0].mustYield && !peers[1].mustYield)
        registry.leave(peers[0].channel)
        // Each process enters as a stranger and frees that place when it is introduced.
        registry.introduced(peers[2].channel)
        for peer in peers[3..<5] {
            #expect(registry.enter(peer.channel))
            registry.introduced(peer.channel)
        }
        #expect(!peers[1].mustYield)
        #expect(registry.count == 4)
        // At the limit of all connections, processes displace strangers too.
        for peer in peers[5..<7] {
            #expect(registry.enter(peer.channel))
            registry.introduced(peer.channel)
        }
        #expect(peers[1].mustYield)
        registry.leave(peers[1].channel)
        #expect(!registry.enter(peers[7].channel))
        #expect(peers[2..<7].allSatisfy { !$0.mustYield })
        registry.leave(peers[2].channel)
        #expect(registry.enter(peers[8].channel))
    }

    @Test func `Strangers that do not leave are not followed by ever more`() throws {
        let registry = ConnectionRegistry(maximum: 3, strangers: 2)
        let peers = try (0..<8).map { _ in try Peer() }
        let admitted = peers.count { registry.enter($0.channel) }
        #expect(admitted == 5)
        #expect(peers.count(where: \.mustYield) == 3)
    }

    @Test func `A stranger that is introduced before it has to close keeps its place`() throws {
        let registry = ConnectionRegistry(maximum: 2, strangers: 1)
        let peers = try (0..<3).map { _ in try Peer() }
        #expect(registry.enter(peers[0].channel))
        #expect(registry.enter(peers[1].channel))
        #expect(peers[0].mustYield)
        registry.introduced(peers[0].channel)
        registry.introduced(peers[1].channel)
        #expect(!registry.enter(peers[2].channel))
    }
}
