import NIOCore
import RPC
import Testing

@Suite struct CallTests {
    @Test func `A call reaches the handler, and its result is returned`() async throws {
        try await withServer { method, params, _ in
            ByteBuffer(string: "{\"method\":\"\(method)\",\"params\":\(String(buffer: params))}")
        } body: { _, address in
            let link = try await TestLink.connect(to: address)
            let outcome = await link.call("museums.get", "{\"id\":\"mir\"}")
            #expect(outcome == .result("{\"method\":\"museums.get\",\"params\":{\"id\":\"mir\"}}"))
            #expect(await link.call("museums.get", nil) == .result("{\"method\":\"museums.get\",\"params\":{}}"))
            link.close()
            #expect(try await link.closed.get() == .local)
        }
    }

    @Test func `A thousand calls in flight are answered in another order, each with its own result`() async throws {
        try await withServer { _, params, _ in
            let text = String(buffer: params)
            for _ in 0..<(text.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 7 }) { await Task.yield() }
            return ByteBuffer(string: text)
        } body: { _, address in
            let link = try await TestLink.connect(to: address)
            await withTaskGroup(of: Bool.self) { group in
                for index in 0..<1000 {
                    group.addTask {
                        await link.call("echo.it", "{\"n\":\(index)}") == .result("{\"n\":\(index)}")
                    }
                }
                var right = 0
                for await isRight in group where isRight { right += 1 }
                #expect(right == 1000)
            }
            link.close()
        }
    }
}
