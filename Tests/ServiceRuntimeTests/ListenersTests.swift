import Dispatch
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import ServiceRuntime

@Suite(.timeLimit(.minutes(5))) struct ListenersTests {
    @Test func `A connection that is being set up when listening ends is served`() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        let (listeners, accepted) = (Listeners(group: group), AcceptedConnections())
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelInitializer { $0.pipeline.addHandler(AcceptCounter(accepted)) }
            .childChannelInitializer { $0.pipeline.addHandler(Greeter()) }
        let channel = try await listeners.bind(bootstrap, host: "127.0.0.1", port: 0, purpose: "clients")
        let other = try #require(group.makeIterator().first { $0 !== channel.eventLoop })
        // The loop of one of two connections is busy: it sets nothing up.
        let isFree = DispatchSemaphore(value: 0)
        other.execute { isFree.wait() }
        let address = try #require(channel.localAddress)
        let greetings = try await [Self.connect(to: address), Self.connect(to: address)]
        try await Processes.wait("the connections") { accepted.count.load(ordering: .relaxed) == 2 }

        let stopped = listeners.stopListening(on: channel)
        try await channel.eventLoop.submit {}.get()
        isFree.signal()
        try await stopped.get()
        for greeting in greetings { #expect(try await greeting.get() == "hello") }
        await #expect(throws: (any Error).self) { try await Self.connect(to: address) }
        try await group.shutdownGracefully()
    }

    /// Connects, and returns what the server says first.
    private static func connect(to address: SocketAddress) async throws -> EventLoopFuture<String> {
        let group = MultiThreadedEventLoopGroup.singleton
        let promise = group.next().makePromise(of: String.self)
        do {
            _ = try await ClientBootstrap(group: group)
                .channelInitializer { $0.pipeline.addHandler(FirstText(promise)) }
                .connect(to: address).get()
        } catch {
            promise.fail(error)
            throw error
        }
        return promise.futureResult
    }
}

private final class AcceptedConnections: Sendable {
    let count = Atomic<Int>(0)
}

/// Counts what a listening channel accepts.
private final class AcceptCounter: ChannelInboundHandler, Sendable {
    typealias InboundIn = any Channel

    private let counter: AcceptedConnections

    init(_ counter: AcceptedConnections) { self.counter = counter }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        counter.count.add(1, ordering: .relaxed)
        context.fireChannelRead(data)
    }
}

/// Greets each client.
private final class Greeter: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "hello")), promise: nil)
    }
}

/// Completes a promise with the first text that arrives.
private final class FirstText: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let promise: EventLoopPromise<String>

    init(_ promise: EventLoopPromise<String>) { self.promise = promise }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        promise.succeed(String(buffer: unwrapInboundIn(data)))
    }

    func channelInactive(context: ChannelHandlerContext) { promise.fail(ChannelError.eof) }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { promise.fail(error) }
}
