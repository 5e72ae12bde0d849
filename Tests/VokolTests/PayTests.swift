import ArgumentParser
import BookingContract
import Contract
import Testing
import Values

@testable import BookingService
@testable import GatewayClient
@testable import Machine
@testable import vokol

@Suite struct PayTests {
    private static let payment = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")
    private static let secret = "a secret of the tests, long enough"

    private func notification(_ status: SimulatedNotification.Status = .successful) throws -> RawRequest {
        try SimulatedNotification(
            payment: Self.payment, price: Money(amount: 25_000, currency: CurrencyCode(unchecked: "BYN")),
            status: status
        ).request(signedWith: Self.secret)
    }

    @Test func `A notification is signed over its bytes with HMAC-SHA-256`() throws {
        let request = try notification()
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == #"{"id":"simulated-019ab3c4-5d6e-7f80-9123-456789abcdef","#
                + #""order":"019ab3c4-5d6e-7f80-9123-456789abcdef","amount":25000,"currency":"BYN","status":"successful"}"#
        )
        // Computed with `openssl dgst -sha256 -hmac`.
        #expect(
            request.headers == [
                "content-type": "application/json",
                "content-signature": "ee329ef1d7fde9165e6ab89177e0028ae2da9ea904da763cd0a7331ad8f123fc",
            ])
    }

    @Test(arguments: SimulatedNotification.Status.allCases)
    func `The service accepts a signed notification and rejects an altered or foreign one`(
        status: SimulatedNotification.Status
    )
        async throws
    {
        let provider = SimulatedPayments(secret: Self.secret)
        let request = try notification(status)
        func verified(_ body: [UInt8], secret: String = Self.secret) async throws -> ProviderReport? {
            try await SimulatedPayments(secret: secret).verifyNotification(
                headers: request.headers, body: body, deadline: .now)
        }
        let result = try await verified(request.body)
        let report = try #require(result)
        #expect(report.order == Self.payment)
        #expect(report.price == Money(amount: 25_000, currency: CurrencyCode(unchecked: "BYN")))
        #expect(report.state.rawValue == status.rawValue)
        let order = PaymentOrder(
            id: Self.payment, price: report.price, returnURL: ReturnURL(unchecked: "https://example.org/"),
            expiresAt: Instant(milliseconds: 0), description: "", language: .english)
        #expect(try await provider.createPayment(order, deadline: .now).id == report.payment)
        #expect(try await verified(request.body + [0x20]) == nil)
        #expect(try await verified(request.body, secret: "another") == nil)
    }

    @Test func `Over HTTP a raw request is sent exactly as in the parameters`() throws {
        let shape = try #require(try MethodShape("booking.notifyPayment"))
        let binding = try #require(shape.declaration.http)
        let words = ["headers.x-b=1, 2", "headers.content-type=text/plain", "bodyBase64=_wo"]
        let form = try HTTPForm(binding, CallParameters(words, for: shape))
        #expect(form.verb == "POST")
        #expect(form.target == "/v1/payments/notifications")
        #expect(
            form.fields == [.init(name: "content-type", value: "text/plain"), .init(name: "x-b", value: "1, 2")])
        #expect(form.body == [0xFF, 0x0A])
    }

    @Test func `A raw request can be given in arguments, and an invalid one is refused`() throws {
        let shape = try #require(try MethodShape("booking.notifyPayment"))
        #expect(shape.parameters.map(\.name) == ["headers.NAME", "bodyBase64"])
        let binding = try #require(shape.declaration.http)
        func form(_ words: [String]) throws -> HTTPForm { try HTTPForm(binding, CallParameters(words, for: shape)) }
        let request = try form(["headers.content-signature=0f", "bodyBase64=e30"])
        #expect(request.fields == [.init(name: "content-signature", value: "0f")])
        #expect(request.body == Array("{}".utf8))
        for words in [
            [], ["bodyBase64=e30"], ["headers.a=b", "bodyBase64=e3="], ["headers.host=x", "bodyBase64=e30"],
            ["headers.content-length=9", "bodyBase64=e30"],
        ] {
            #expect(throws: OperatorError.self) { try form(words) }
        }
    }

    @Test func `Invalid arguments for a payment are refused before anything is sent`() throws {
        let id = Self.payment.text
        let command = try PayCommand.parse([id, "--amount", "25000"])
        #expect(command.currency.text == "BYN")
        #expect(command.status == .successful)
        for words in [
            [id], ["42", "--amount", "1"], [id, "--amount", "0"], [id, "--amount", "1.5"],
            [id, "--amount", "1", "--currency", "byn"], [id, "--amount", "1", "--status", "paid"],
        ] {
            #expect(throws: (any Error).self) { try PayCommand.parse(words) }
        }
    }
}

@Suite struct GatewayLinksTests {
    private func fault(_ metrics: String) -> String? {
        GatewayLinks.fault(in: metrics, wanted: [.auth: 1, .booking: 1, .museums: 2])
    }

    private func metrics(auth: Double, booking: Double, museums: Double) -> String {
        """
        # TYPE vokol_gateway_linked_replicas gauge
        vokol_gateway_linked_replicas{service="auth"} \(auth)
        vokol_gateway_linked_replicas{service="booking"} \(booking)
        vokol_gateway_linked_replicas{service="museums"} \(museums)
        vokol_gateway_retries_total 3

        """
    }

    @Test func `A gateway linked to all started replicas has no fault`() {
        #expect(fault(metrics(auth: 1, booking: 1, museums: 2)) == nil)
        #expect(fault(metrics(auth: 3, booking: 1, museums: 2)) == nil)
    }

    @Test func `Services without enough links are named`() {
        let text = "is not yet linked to every replica of "
        #expect(fault(metrics(auth: 1, booking: 0, museums: 2)) == text + "booking")
        #expect(fault(metrics(auth: 0, booking: 1, museums: 1)) == text + "auth, museums")
        #expect(fault("") == text + "auth, booking, museums")
    }
}
