import Logging
import NIOPosix
import ServiceRuntime
import TestSupport
import Testing

@testable import Upstream

@Suite(.timeLimit(.minutes(5))) struct UpstreamHostTests {
    @Test func `A request carries its format, the user agent and the validators of the last answer`() async throws {
        let bench = try await HostBench(path: "/api/v1")
        bench.server.next(.answer(200, ["ETag: \"2\"", "Last-Modified: now"], "{\"a\":1}"))
        let answer = try await bench.host.get(
            UpstreamRequest(
                path: "/forecast", query: [("lat", "53.9")], secrets: [("key", "s3cret")],
                validators: Validators(entityTag: "\"1\"", lastModified: "then")))
        guard case .body(let body, let validators, _) = answer else { return #expect(Bool(false)) }
        #expect(body == Array("{\"a\":1}".utf8))
        #expect(validators == Validators(entityTag: "\"2\"", lastModified: "now"))
        let head = try #require(bench.server.requests.first).lowercased()
        #expect(head.hasPrefix("get /api/v1/forecast?lat=53.9&key=s3cret http/1.1\r\n"))
        for line in [
            "user-agent: vokol-test/1.0", "accept: application/json", "if-none-match: \"1\"", "if-modified-since: then",
            "accept-encoding: gzip, deflate",
        ] { #expect(head.contains(line)) }
        #expect(bench.calls(.body) == 1)
        #expect(bench.metrics.counter("vokol_upstream_bytes_total", [("host", "test")]).current == 7)
    }

    @Test func `Unchanged, absent and empty answers are distinguished`() async throws {
        let bench = try await HostBench()
        bench.server.next(
            .raw(["HTTP/1.1 304 Not Modified"]), .answer(404, [], ""), .raw(["HTTP/1.1 204 No Content"]),
            .answer(200, [], ""))
        let unchanged = try await bench.get(
            UpstreamRequest(path: "/", validators: Validators(entityTag: "\"1\"")))
        #expect(unchanged == "(not modified)")
        let absent = try await bench.get()
        #expect(absent == "(absent)")
        await #expect(throws: UpstreamFailure.unreadable("status 204")) { try await bench.get() }
        await #expect(throws: UpstreamFailure.unreadable("the body is empty")) { try await bench.get() }
    }

    @Test func `At most three redirects are followed, and only on the same server`() async throws {
        let bench = try await HostBench()
        bench.server.next(
            .answer(301, ["Location: /y?z=1"], ""), .answer(302, ["Location: \(bench.server.base)/w"], "<html>"))
        let followed = try await bench.get()
        #expect(followed == "{}")
        #expect(bench.server.targets.map { $0.split(separator: " ")[1] } == ["/x", "/y?z=1", "/w"])

        bench.server.always(.answer(307, ["Location: /x"], ""))
        await #expect(throws: UpstreamFailure.unreadable("more than 3 redirects")) { try await bench.get() }
        #expect(bench.server.requests.count == 7)

        let other = try await ScriptedServer()
        bench.server.always(.answer(302, ["Location: \(other.base)/x"], ""))
        await #expect(throws: UpstreamFailure.unreadable("a redirect to another server")) { try await bench.get() }
        #expect(other.requests.isEmpty)
        bench.server.always(.answer(302, [], ""))
        await #expect(throws: UpstreamFailure.unreadable("a redirect without a location")) { try await bench.get() }
    }

    @Test func `A redirect counts against the rate and the daily quota`()
        async throws
    {
        let bench = try await HostBench {
            $0.rate = 1
            $0.burst = 1
            $0.maximumWait = .zero
        }
        bench.server.next(.answer(302, ["Location: /y"], ""))
        await #expect(throws: UpstreamFailure.localLimit(retryAfter: .seconds(1))) { try await bench.get() }
        #expect(bench.server.requests.count == 1)
        bench.clock.advance(by: .seconds(1))
        let answer = try await bench.get()
        #expect(answer == "{}")

        let second = try await HostBench {
            $0.daily = 1
            $0.breakerFailures = 1
        }
        second.server.always(.answer(302, ["Location: /y"], ""))
        await #expect(throws: UpstreamFailure.localLimit(retryAfter: .seconds(15 * 3_600))) { try await second.get() }
        #expect(second.server.requests.count == 1)
        #expect(second.metrics.gauge("vokol_upstream_breaker_open", [("host", "test")]).current == 0)
    }

    @Test func `A server that never answers times out, without a retry`() async throws {
        let bench = try await HostBench { $0.total = .seconds(6) }
        bench.server.always(.silence)
        let call = Task { try await bench.get() }
        await eventually { bench.server.requests.count == 1 && bench.clock.sleepers == 1 }
        bench.clock.advance(by: .milliseconds(5_999))
        #expect(bench.clock.sleepers == 1)
        bench.clock.advance(by: .milliseconds(1))
        await #expect(throws: UpstreamFailure.timedOut) { try await call.value }
        // There is no retry, because no time is left.
        #expect(bench.server.requests.count == 1)
        #expect(bench.calls(.timeout) == 1)
    }

    @Test func `A caller's own deadline does not count as a failure of the third party`() async throws {
        let bench = try await HostBench { $0.breakerFailures = 1 }
        bench.server.always(.silence)
        let call = Task {
            try await bench.host.get(UpstreamRequest(path: "/"), deadline: bench.clock.monotonic + .seconds(1))
        }
        await eventually { bench.server.requests.count == 1 }
        bench.clock.advance(by: .seconds(1))
        await #expect(throws: UpstreamFailure.timedOut) { try await call.value }
        bench.server.always(.answer())
        let next = try await bench.get()
        #expect(next == "{}")
    }

    @Test func `A body that arrives too slowly times out`() async throws {
        for head in [["Content-Length: 1000"], ["Transfer-Encoding: chunked"]] {
            let bench = try await HostBench {
                $0.total = .seconds(1_000_000)
                $0.minimumRate = 100
            }
            let piece = head[0].contains("chunked") ? "5\r\n{    \r\n" : "{    "
            bench.server.always(.raw(["HTTP/1.1 200 OK"] + head, Array(piece.utf8)))
            let call = Task { try await bench.get() }
            // One sleeper waits for the total time, the other for the pace: the head has arrived.
            await eventually { bench.clock.sleepers == 2 }
            bench.clock.advance(by: .seconds(3))
            await #expect(throws: UpstreamFailure.timedOut) { try await call.value }
        }
    }

    @Test func `A cancelled call ends at once and frees its place`() async throws {
        let bench = try await HostBench { $0.maximumInFlight = 1 }
        bench.server.next(.silence)
        let call = Task { try await bench.get() }
        await eventually { bench.server.requests.count == 1 }
        await #expect(throws: UpstreamFailure.localLimit(retryAfter: .seconds(1))) { try await bench.get() }
        call.cancel()
        await #expect(throws: UpstreamFailure.cancelled) { try await call.value }
        let next = try await bench.get()
        #expect(next == "{}")
    }

    @Test func `A body beyond the limit is refused, with or without a declared length`() async throws {
        let bench = try await HostBench { $0.maximumBytes = 10_000 }
        let long = "[\"" + String(repeating: "x", count: 20_000) + "\"]"
        let chunked =
            String(20_004, radix: 16) + "\r\n" + long + "\r\n"
        bench.server.next(
            .answer(200, [], long), .raw(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], Array(chunked.utf8)),
            .raw(["HTTP/1.1 200 OK"], Array(long.utf8), end: .close))
        for _ in 0..<3 { await #expect(throws: UpstreamFailure.tooLarge) { try await bench.get() } }
        #expect(bench.server.requests.count == 3)
    }

    @Test func `A compressed body is unpacked within the limit, and a broken one fails`() async throws {
        let bench = try await HostBench { $0.maximumBytes = 50_000 }
        func packed(_ body: [UInt8]) -> ScriptedServer.Reply {
            .raw(["HTTP/1.1 200 OK", "Content-Encoding: gzip", "Content-Length: \(body.count)"], body)
        }
        bench.server.next(packed(Packed.small))
        let small = try await bench.get()
        #expect(small == "{\"city\":\"Мінск\"}")
        bench.server.next(packed(Packed.bomb))
        await #expect(throws: UpstreamFailure.tooLarge) { try await bench.get() }
        var broken = Packed.small
        broken[14] ^= 0xFF
        broken[15] ^= 0xFF
        bench.server.next(packed(broken))
        await #expect(throws: UpstreamFailure.self) { try await bench.get() }
        bench.server.next(packed(Array("{\"not\":\"packed at all\"}".utf8)))
        await #expect(throws: UpstreamFailure.unreadable("the body cannot be unpacked")) { try await bench.get() }
        // A body that is cut off is requested once more, like any incomplete body.
        let before = bench.server.requests.count
        bench.server.next(packed(Array(Packed.small.dropLast(12))))
        let again = try await bench.get()
        #expect(again == "{}")
        #expect(bench.server.requests.count == before + 2)
    }

    @Test(arguments: [
        ScriptedServer.Reply.raw(["HTTP/1.1 200 OK", "Content-Length: 500"], Array("{\"a\":".utf8), end: .close),
        .raw(["HTTP/1.1 200 OK", "Content-Length: 500"], Array("{\"a\":".utf8), end: .reset),
        .raw(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], Array("5\r\n{\"a\":\r\n".utf8), end: .close),
        Reply(bytes: [], end: .close), Reply(bytes: [], end: .reset),
        Reply(bytes: Array("HTTP/1.".utf8), end: .close),
        .answer(502, [], "<html>"), .answer(503), .answer(504),
    ])
    func `A broken answer, and a 502, 503 or 504, is retried once`(reply: ScriptedServer.Reply) async throws {
        let bench = try await HostBench()
        bench.server.next(reply)
        let answer = try await bench.get()
        #expect(answer == "{}")
        #expect(bench.server.requests.count == 2)
        #expect(bench.metrics.counter("vokol_upstream_retries_total", [("host", "test")]).current == 1)

        bench.server.always(reply)
        do {
            _ = try await bench.get()
            Issue.record("it gave something")
        } catch {
            switch error {
            case .unreachable, .rejected: break
            default: Issue.record("\(error)")
            }
        }
        #expect(bench.server.requests.count == 4)
    }

    @Test(arguments: [
        ScriptedServer.Reply.answer(400), .answer(401), .answer(403, ["Content-Type: text/html"], "<html>"),
        .answer(404), .answer(500), .answer(429), .answer(200, ["Content-Type: text/html"], "<html>"),
        .answer(200, [], "<html>"), Reply(bytes: Array("SSH-2.0-OpenSSH\r\n".utf8), end: .close),
    ])
    func `An answer that would not change is not retried`(reply: ScriptedServer.Reply) async throws {
        let bench = try await HostBench()
        bench.server.always(reply)
        _ = try? await bench.get()
        #expect(bench.server.requests.count == 1)
    }

    @Test func `A refused connection is reported as unreachable`() async throws {
        let bench = try await HostBench()
        try await bench.server.stop()
        do {
            _ = try await bench.get()
            Issue.record("it gave something")
        } catch {
            if case .unreachable = error {} else { Issue.record("\(error)") }
        }
        #expect(bench.calls(.unreachable) == 2)
    }
}

private typealias Reply = ScriptedServer.Reply
