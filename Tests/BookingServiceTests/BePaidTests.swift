import BookingContract
import Contract
import Crypto
import CryptoExtras
import HTTP
import NIOPosix
import Notify
import RPC
import ServiceRuntime
import Synchronization
import TestSupport
import Testing
import Values
import Wire

@testable import BookingService

/// Tests of bePaid's protocol against a server that plays its documented answers; bePaid itself was never called.
@Suite struct BePaidTests {
    /// The shop's keys: bePaid signs with the private one.
    private static let keys: (private: _RSA.Signing.PrivateKey, public: String) = {
        guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else { preconditionFailure("no RSA key") }
        return (key, Base64.encode(Array(key.publicKey.derRepresentation)))
    }()

    private static let order = PaymentOrder(
        id: Identifier.make(at: Instant(milliseconds: 1_782_900_000_000)),
        price: Money(amount: 3_000, currency: CurrencyCode(unchecked: "BYN")),
        returnURL: ReturnURL(unchecked: "https://park.example/paid"),
        expiresAt: Instant(milliseconds: 1_782_903_600_000),
        description: "Пять сетов", language: .russian)

    private static var soon: ContinuousClock.Instant { .now + .seconds(30) }

    private static func provider(_ url: String) throws -> BePaidPayments {
        let origin = try #require(HTTPAddress(url)?.origin)
        return BePaidPayments(
            .init(
                shop: "361", secret: "s3cret", checkout: origin, gateway: origin,
                notificationURL: "https://park.example/v1/payments/notifications", isTest: true),
            signature: try #require(BePaidSignature(publicKey: keys.public)),
            client: try HTTPClient(.init(trust: nil), group: MultiThreadedEventLoopGroup.singleton))
    }

    private static func with(
        _ status: Int, _ body: String, _ use: (BePaidPayments, ProviderServer) async throws -> Void
    ) async throws {
        try await ProviderServer.with(answer: { _ in .reply(status, body) }) { server, url in
            try await use(try provider(url), server)
        }
    }

    // MARK: Requests

    @Test func `A payment page is requested as documented, with the order's id for repetitions`() async throws {
        let answer =
            #"{"checkout":{"token":"8a45","redirect_url":"https://checkout.bepaid.by/v2/checkout?token=8a45"}}"#
        try await Self.with(201, answer) { provider, server in
            let payment = try await provider.createPayment(Self.order, deadline: Self.soon)
            #expect(payment.id == "8a45" && payment.url == "https://checkout.bepaid.by/v2/checkout?token=8a45")
            let request = try #require(server.requests.first)
            #expect(request.method == "POST" && request.uri == "/ctp/api/checkouts")
            #expect(request.headers["authorization"] == "Basic MzYxOnMzY3JldA==")
            #expect(request.headers["x-api-version"] == "2" && request.headers["content-type"] == "application/json")
            #expect(request.headers["requestid"] == Self.order.id.text)
            #expect(
                request.body == """
                    {"checkout":{"test":true,"order":{"amount":3000,"currency":"BYN","description":"Пять сетов",\
                    "tracking_id":"\(Self.order.id.text)","expired_at":"2026-07-01T11:00:00Z"},\
                    "settings":{"language":"ru","return_url":"https://park.example/paid",\
                    "notification_url":"https://park.example/v1/payments/notifications"},"transaction_type":"payment"}}
                    """)
        }
    }

    @Test(arguments: [
        ("successful", false, #"{"payment":{"uid":"1-2"}}"#, ProviderReport.State.successful, "1-2"),
        ("successful", true, #"{"payment":{"uid":"1-2"}}"#, .successful, "1-2"),
        // Without the transaction nothing can be credited yet.
        ("successful", false, "null", .pending, ""), ("failed", false, #"{"payment":{"uid":"3"}}"#, .failed, "3"),
        ("incomplete", false, "null", .pending, ""), ("pending", true, "null", .expired, ""),
        ("something new", false, "{}", .pending, ""),
    ])
    func `The status of a page is read`(
        status: String, isExpired: Bool, response: String, state: ProviderReport.State, transaction: String
    ) async throws {
        let body = """
            {"checkout":{"token":"8a45","shop_id":361,"status":"\(status)","expired":\(isExpired),"finished":true,\
            "order":{"currency":"BYN","amount":3000,"description":"x","tracking_id":"\(Self.order.id.text)"},\
            "gateway_response":\(response)}}
            """
        try await Self.with(200, body) { provider, server in
            let report = try await provider.fetchStatus("8a45", deadline: Self.soon)
            #expect(
                report
                    == ProviderReport(
                        payment: "8a45", transaction: transaction, order: Self.order.id, price: Self.order.price,
                        state: state))
            #expect(server.requests.first?.uri == "/ctp/api/checkouts/8a45")
        }
    }

    @Test func `A page that bePaid does not know has no report`() async throws {
        try await Self.with(404, #"{"message":"Record not found"}"#) { provider, _ in
            let report = try await provider.fetchStatus("8a45", deadline: Self.soon)
            #expect(report == nil)
        }
    }

    @Test(arguments: [
        (200, #"{"transaction":{"uid":"5","status":"successful","message":"done"}}"#, PaymentFault?.none),
        (200, #"{"transaction":{"status":"failed","message":"no money"}}"#, .refused("no money")),
        (200, #"{"transaction":{"status":"pending"}}"#, .unavailable("the refund is pending")),
        (200, "<html>", .unavailable("bePaid sent an unexpected answer")),
        (422, #"{"response":{"message":"Amount is too large"}}"#, .refused("bePaid answered 422: Amount is too large")),
        (401, #"{"message":"Unauthorized"}"#, .unavailable("bePaid answered 401")),
        (503, "", .unavailable("bePaid answered 503")),
    ])
    func `A refund is done, refused or unknown`(status: Int, body: String, fault: PaymentFault?) async throws {
        try await Self.with(status, body) { provider, server in
            var thrown: PaymentFault?
            do throws(PaymentFault) {
                try await provider.refund(
                    RefundOrder(id: Self.order.id, transaction: "1-2", price: Self.order.price, reason: "дождь"),
                    deadline: Self.soon)
            } catch {
                thrown = error
            }
            #expect(thrown == fault)
            let request = try #require(server.requests.first)
            #expect(request.uri == "/transactions/refunds" && request.headers["requestid"] == Self.order.id.text)
            #expect(request.body == #"{"request":{"amount":3000,"reason":"дождь","parent_uid":"1-2"}}"#)
        }
    }

    @Test func `A server that stays silent leaves the outcome unknown at the deadline`() async throws {
        try await ProviderServer.with(answer: { _ in .silence }) { _, url in
            let provider = try Self.provider(url)
            let error = await #expect(throws: PaymentFault.self) {
                _ = try await provider.createPayment(Self.order, deadline: .now + .milliseconds(50))
            }
            guard case .unavailable = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    // MARK: Notifications

    private static func notification(
        order: Identifier = order.id, status: String = "successful", amount: Int = 3_000, type: String = "payment"
    ) -> [UInt8] {
        Array(
            """
            {"transaction":{"uid":"1-2","type":"\(type)","status":"\(status)","amount":\(amount),"currency":"BYN",\
            "tracking_id":"\(order.text)","description":"x","test":true}}
            """.utf8)
    }

    private static func headers(
        signing body: [UInt8], with key: _RSA.Signing.PrivateKey = keys.private
    ) throws -> [String: String] {
        let signature = try key.signature(for: body, padding: .insecurePKCS1v1_5)
        return [BePaidSignature.header: Base64.encode(Array(signature.rawRepresentation))]
    }

    private static func report(_ headers: [String: String], _ body: [UInt8]) async throws -> ProviderReport? {
        try await provider("http://127.0.0.1:1").verifyNotification(headers: headers, body: body, deadline: soon)
    }

    @Test func `A signed notification is a report, and a refund's changes nothing`() async throws {
        let body = Self.notification()
        let report = try await Self.report(Self.headers(signing: body), body)
        #expect(
            report
                == ProviderReport(
                    payment: nil, transaction: "1-2", order: Self.order.id, price: Self.order.price,
                    state: .successful))
        let refund = Self.notification(type: "refund")
        #expect(try await Self.report(Self.headers(signing: refund), refund)?.state == .pending)
    }

    @Test func `Changed bytes, another key and a missing or malformed signature are forgeries`() async throws {
        let body = Self.notification()
        let headers = try Self.headers(signing: body)
        #expect(try await Self.report(headers, Self.notification(amount: 1)) == nil)
        #expect(try await Self.report([:], body) == nil)
        #expect(try await Self.report([BePaidSignature.header: "не Base64"], body) == nil)
        let other = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        #expect(try await Self.report(Self.headers(signing: body, with: other), body) == nil)
        let strange = Array(#"{"transaction":{}}"#.utf8)
        #expect(try await Self.report(Self.headers(signing: strange), strange) == nil)
    }

    @Test func `The shop's key is read as bePaid shows it and as PEM, and nothing else is a key`() throws {
        let text = Self.keys.public
        #expect(BePaidSignature(publicKey: text) != nil)
        #expect(
            BePaidSignature(publicKey: "-----BEGIN PUBLIC KEY-----\r\n\(text)\r\n-----END PUBLIC KEY-----\r\n") != nil)
        for text in ["", "key", String(text.dropLast(40))] { #expect(BePaidSignature(publicKey: text) == nil) }
    }

    // MARK: With the service

    @Test func `A pass is bought over a page, paid by a notification and refunded once`() async throws {
        let answer: @Sendable (ProviderServer.Request) -> ProviderServer.Answer = { request in
            request.uri == "/ctp/api/checkouts"
                ? .reply(201, #"{"checkout":{"token":"8a45","redirect_url":"https://checkout.bepaid.by/8a45"}}"#)
                : .reply(201, #"{"transaction":{"uid":"9","status":"successful"}}"#)
        }
        try await BookingFixture.with { fixture in
            try await ProviderServer.with(answer: answer) { server, url in
                let service = fixture.service.paying(with: try Self.provider(url))
                let ada = fixture.person()
                let payment = try await service.topUp(
                    Booking.TopUp.Params(
                        productId: ProductID(unchecked: "ten-sets"),
                        returnUrl: ReturnURL(unchecked: "https://park.example/paid")), ada.with(key: "bePaid-1"))
                #expect(payment.paymentUrl == "https://checkout.bepaid.by/8a45")
                let body = Self.notification(order: payment.id, amount: payment.price.amount)
                let request = RawRequest(headers: try Self.headers(signing: body), body: body)
                for _ in 0..<2 { try await service.notifyPayment(request, deadline: Self.soon) }
                #expect(try await service.passes(ada).left == 10)
                for _ in 0..<2 {
                    let refunded = try await service.refund(
                        .init(id: payment.id, reason: NoteText(unchecked: "moves away")), fixture.person([.admin]))
                    #expect(refunded.state == .refunded)
                }
                #expect(server.posts.map(\.uri) == ["/ctp/api/checkouts", "/transactions/refunds"])
            }
        }
    }

    @Test(arguments: ["simulated", "bepaid"])
    func `A provider needs a host to return to`(name: String) throws {
        func make(_ hosts: String) throws -> (any PaymentProvider)? {
            let environment = [
                "PROVIDER": name, "SIMULATED_SECRET": String(repeating: "s", count: 32), "RETURN_HOSTS": hosts,
                "BEPAID_SHOP": "361", "BEPAID_SECRET": "s3cret", "BEPAID_KEY": Self.keys.public,
                "BEPAID_NOTIFICATIONS": "https://park.example/v1/payments/notifications",
            ].reduce(into: ["VOKOL_NOTIFY_DEVELOPMENT": "true"]) { $0["VOKOL_PAYMENTS_\($1.key)"] = $1.value }
            let settings = try Settings(
                PaymentSettings.all + NotifySettings.all,
                source: SettingSource.standard(process: "booking", arguments: [], environment: environment))
            return try PaymentSettings.makeProvider(settings, group: MultiThreadedEventLoopGroup.singleton)
        }
        let fault = #expect(throws: SettingFault.self) { try make("") }
        #expect(fault?.name == "payments.return.hosts")
        #expect(try make("park.example") != nil)
    }

    @Test func `Customers return only to the hosts of the setting`() async throws {
        try await BookingFixture.with(policy: BookingPolicy(returnHosts: ["127.0.0.1:8443"])) {
            fixture in
            func buy(_ url: String, key: String) async throws {
                _ = try await fixture.service.topUp(
                    Booking.TopUp.Params(
                        productId: ProductID(unchecked: "ten-sets"), returnUrl: ReturnURL(unchecked: url)),
                    fixture.person().with(key: key))
            }
            try await buy("https://PARK.example/paid?x=1", key: "return-1")
            try await buy("https://127.0.0.1:8443", key: "return-2")
            for (index, url) in [
                "https://example.org:8443/paid", "https://park.example:444/", "https://park.example.evil.org/",
                "https://evil.org/park.example", "https://evil.org?park.example", "https://evil.org#park.example",
            ].enumerated() {
                let error = await #expect(throws: RPCError.self) { try await buy(url, key: "refused-\(index)") }
                #expect(error?.code == .invalidParams && error?.faults.map(\.pointer) == ["/returnUrl"], "\(url)")
            }
        }
    }

    @Test(arguments: [
        "https://vokol.by@evil.org/", "https://@evil.org", "https:///x", "http://a.by/", "https://a.by/ x",
    ])
    func `An address with user information, without a host or without TLS is none to return to`(text: String) {
        #expect(ReturnURL.fault(in: text) != nil)
        #expect(ReturnURL.fault(in: "https://a.by/@x") == nil)
    }
}
