import BookingContract
import Contract
import MuseumsContract
import Resilience
import Testing
import Values

@testable import VokolClient

@Suite struct ClientRetryTests {
    private let time = ClientTime()

    private func client(_ transport: ScriptedTransport) -> Client {
        Client(transport, session: MemoryTokenStore(), clock: time.clock)
    }

    private static let hold = Identifier(unchecked: Identifier.exampleText)
    private static let lost = TransportFailure("lost", mayHaveBeenSent: true)

    @Test func `An idempotent call is sent again after a lost answer, with growing pauses`() async throws {
        let transport = ScriptedTransport { _, number in
            if number < 2 { throw Self.lost }
            return #""result":{"items":[]}"#
        }
        let result = try await client(transport).call(Museums.Categories.self)
        #expect(result.items.isEmpty && transport.calls.count == 3)
        #expect(time.slept == [.milliseconds(200), .milliseconds(400)])
    }

    @Test func `A call gives up after four attempts`() async {
        let transport = ScriptedTransport { _, _ in throw Self.lost }
        await #expect(throws: Self.lost) { try await client(transport).call(Museums.Categories.self) }
        #expect(transport.calls.count == RetryRule.maximumAttempts)
    }

    @Test func `A keyed call keeps the key that was made for it over its attempts`() async throws {
        let transport = ScriptedTransport { _, number in
            if number < 2 { throw Self.lost }
            return problem(-32006, #","reason":"slot-taken""#)
        }
        let error = await #expect(throws: Problem.self) {
            try await client(transport).call(Booking.Book.self, .init(holdId: Self.hold, payWith: .pass))
        }
        #expect(error?.has(Booking.slotTaken) == true && error?.has(Booking.past) == false)
        let keys = Set(transport.calls.map(\.idempotencyKey))
        #expect(transport.calls.count == 3 && keys.count == 1 && keys.first != .some(nil))
    }

    @Test func `A call that must not be repeated is sent again only if it was not sent`() async {
        let call = CallRequest(method: "x.y", params: Array("{}".utf8), timeout: .seconds(5))
        for (mayHaveBeenSent, count) in [(true, 1), (false, 4)] {
            let failure = TransportFailure("lost", mayHaveBeenSent: mayHaveBeenSent)
            let transport = ScriptedTransport { _, _ in throw failure }
            let sender = CallSender(transport, clock: time.clock)
            await #expect(throws: failure) {
                try await sender.result(
                    of: call, by: RetryRule(.none), until: time.clock.tick() + .seconds(30))
            }
            #expect(transport.calls.count == count)
        }
    }

    @Test func `A retryable problem is tried again after the server's time`() async throws {
        let transport = ScriptedTransport { _, number in
            number == 0 ? problem(-32010, #","isRetryable":true,"retryAfterMs":1500"#) : #""result":{"items":[]}"#
        }
        _ = try await client(transport).call(Museums.Categories.self)
        #expect(time.slept == [.milliseconds(1_700)])
    }

    @Test(arguments: [
        problem(-32009, #","isRetryable":false"#), problem(-32602), problem(-31999),
        problem(-32010, #","isRetryable":true,"retryAfterMs":40000"#),
    ])
    func `A problem that is final, unknown or lasts beyond the deadline is not tried again`(answer: String) async {
        let transport = ScriptedTransport { _, _ in answer }
        await #expect(throws: Problem.self) { try await client(transport).call(Museums.Categories.self) }
        #expect(transport.calls.count == 1 && time.slept.isEmpty)
    }

    @Test func `The last attempt has no more time than the call has left`() async throws {
        let time = time
        let transport = ScriptedTransport { _, number in
            time.advance(by: .seconds(3))
            if number == 0 { throw Self.lost }
            return #""result":{"items":[]}"#
        }
        var options = Client.Options()
        options.timeout = .seconds(4)
        _ = try await client(transport).call(Museums.Categories.self, options: options)
        #expect(transport.calls.map(\.timeout) == [.seconds(4), .milliseconds(800)])
    }

    @Test func `Retries stop when the budget is used up`() async {
        let transport = ScriptedTransport { _, _ in throw Self.lost }
        let client = client(transport)
        for _ in 0..<20 { _ = try? await client.call(Museums.Categories.self, options: .init()) }
        // 20 calls, and the retries of one minute: ten, and a fifth of the calls.
        #expect(transport.calls.count <= 20 + 14)
    }

    @Test func `An answer that is not JSON-RPC is a failure of the transport`() async {
        let transport = ScriptedTransport { _, _ in #""later":1"# }
        await #expect(throws: TransportFailure.self) { try await client(transport).call(Museums.Categories.self) }
    }
}
