import AuthContract
import Contract
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import RPC

@Suite(.timeLimit(.minutes(5))) struct RPCClientTests {
    private func client(port: Int, _ configure: (inout LinkConfiguration) -> Void = { _ in }) -> RPCClient {
        var configuration = LinkConfiguration(name: "booking", peer: "auth")
        configuration.connectTimeout = .seconds(20)
        configure(&configuration)
        return RPCClient(
            host: "127.0.0.1", port: port, configuration: configuration, group: MultiThreadedEventLoopGroup.singleton,
            firstRest: .seconds(600), longestRest: .seconds(600), jitter: { 0 })
    }

    /// Returns the error of a call without parameters, or `nil` if it succeeds.
    private func failure(
        of method: String, _ client: RPCClient, _ options: CallOptions = CallOptions()
    ) async -> RPCError? {
        do throws(RPCError) {
            _ = try await client.call(method, params: nil, options)
            return nil
        } catch {
            return error
        }
    }

    @Test func `A call of the contract is typed at both ends`() async throws {
        try await withServer { method, params, _ in
            #expect(method == "auth.jwks" && String(buffer: params) == "{}")
            return ByteBuffer(string: #"{"keys":[],"added-later":1}"#)
        } body: { _, address in
            let client = self.client(port: address.port ?? 0)
            let result = try await client.call(Auth.KeySet.self, Auth.KeySet.Params())
            #expect(result.keys.isEmpty)
            await client.close()
        }
    }

    @Test func `A result of another shape is bad-upstream, and a service's error comes with all its members`()
        async throws
    {
        try await withServer { method, _, _ in
            if method == "auth.jwks" { return ByteBuffer(string: #"{"keys":7}"#) }
            throw RPCError(.conflict, reason: "slot-taken", retryAfterMilliseconds: 40)
        } body: { _, address in
            let client = self.client(port: address.port ?? 0)
            await #expect { _ = try await client.call(Auth.KeySet.self, Auth.KeySet.Params()) } throws: { error in
                (error as? RPCError)?.code == .badUpstream
            }
            let error = try #require(await failure(of: "booking.book", client))
            #expect(error.code == .conflict && error.reason == "slot-taken" && error.retryAfterMilliseconds == 40)
            await client.close()
        }
    }

    @Test func `A cancelled task ends its call at the service`() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let (ends, ended) = AsyncStream<Void>.makeStream()
        try await withServer { _, _, _ in
            arrived.yield()
            let (never, _) = AsyncStream<Void>.makeStream()
            for await _ in never {}
            if Task.isCancelled { ended.yield() }
            throw CancellationError()
        } body: { _, address in
            let client = self.client(port: address.port ?? 0)
            let task = Task { await failure(of: "slow.one", client) }
            for await _ in arrivals { break }
            task.cancel()
            #expect(await task.value?.code == .cancelled)
            for await _ in ends { break }
            await client.close()
        }
    }

    @Test func `A call beyond its time limit is deadline-exceeded`() async throws {
        try await withServer { _, _, _ in
            let (never, _) = AsyncStream<Void>.makeStream()
            for await _ in never {}
            throw CancellationError()
        } body: { _, address in
            let client = self.client(port: address.port ?? 0)
            let error = await failure(of: "slow.one", client, CallOptions(timeout: .milliseconds(50)))
            #expect(error?.code == .deadlineExceeded)
            await client.close()
        }
    }

    @Test func `Without a listener calls fail at once, with a retry time`() async throws {
        let client = self.client(port: try freeLoopbackPort())
        for _ in 0..<3 {
            let error = await failure(of: "auth.jwks", client)
            #expect(error?.code == .unavailable && (error?.retryAfterMilliseconds ?? 0) > 1_000)
        }
        await client.close()
        #expect(await failure(of: "auth.jwks", client)?.code == .unavailable)
    }

    @Test func `The client reconnects after the service was away`() async throws {
        let one: @Sendable (String, ByteBuffer, CallContext) async throws -> ByteBuffer = { _, _, _ in
            ByteBuffer(string: "1")
        }
        let (client, port) = try await withServer(handler: one) { _, address in
            let port = address.port ?? 0
            let client = self.client(port: port)
            _ = try await client.call("auth.jwks", params: nil)
            return (client, port)
        }
        try await withServer({ $0.port = port }, handler: one) { _, _ in
            // Only calls that cross the end of the first connection are lost.
            try await Processes.wait("an answer") {
                await self.failure(of: "auth.jwks", client) == nil
            }
        }
        await client.close()
    }
}
