import CryptoExtras
import Foundation
import Synchronization
import TestSupport
import Testing

extension EndToEnd {
    /// Tests of payments over a server that plays bePaid's documented answers; bePaid itself was never called.
    @Suite struct ParkPaymentStory: ParkStory {
        private static let page = "https://checkout.bepaid.by/8a45"

        private static func bePaid(_ request: ProviderServer.Request) -> ProviderServer.Answer {
            switch request.uri {
            case "/ctp/api/checkouts":
                .reply(201, #"{"checkout":{"token":"8a45","redirect_url":"\#(page)"}}"#)
            case "/transactions/refunds":
                .reply(201, #"{"transaction":{"uid":"9","status":"successful"}}"#)
            default: .reply(404, "{}")
            }
        }

        @Test func `A pass bought over bePaid is credited and refunded once, and leads back to allowed hosts only`()
            async throws
        {
            let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
            try await withPark(key, answer: Self.bePaid) { park, server in
                try await buy(at: park, from: server, key)
            }
        }

        /// Runs `body` with a park that takes payments over a server in bePaid's place, and checks its database.
        private func withPark(
            _ key: _RSA.Signing.PrivateKey,
            answer: @escaping @Sendable (ProviderServer.Request) -> ProviderServer.Answer,
            _ body: (TestPark, ProviderServer) async throws -> Void
        ) async throws {
            try await ProviderServer.with(answer: answer) { server, address in
                let settings = [
                    "PROVIDER": "bepaid", "RETURN_HOSTS": "park.example", "BEPAID_SHOP": "361",
                    "BEPAID_SECRET": "s3cret", "BEPAID_TEST": "true",
                    "BEPAID_KEY": key.publicKey.derRepresentation.base64EncodedString(),
                    "BEPAID_NOTIFICATIONS": "https://park.example/v1/payments/notifications",
                    "BEPAID_CHECKOUT": address, "BEPAID_GATEWAY": address,
                ]
                let variables = settings.map { ("VOKOL_PAYMENTS_\($0)", $1) }
                let park = try await TestPark(
                    try await RunningInstance(
                        environment: TestPark.environment.merging(variables) { $1 }))
                try await body(park, server)
                #expect(try await park.faults() == [])
                try await park.instance.stop(removing: true)
            }
        }

        @Test func `A closure does not wait for a payment provider that hangs, and refunds are made once it answers`()
            async throws
        {
            let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
            let isHanging = Atomic(true)
            let answer: @Sendable (ProviderServer.Request) -> ProviderServer.Answer = { request in
                let hangs = request.uri == "/transactions/refunds" && isHanging.load(ordering: .relaxed)
                return hangs ? .silence : Self.bePaid(request)
            }
            try await withPark(key, answer: answer) { park, server in
                let client = try HTTPSClient(park.instance)
                let guests = try await Guest.register(3, at: park.instance)
                let payment = try await pay(guests[0], at: park, key)
                let slot = try #require(try await park.freeSlots(inDays: 1, on: "big").first)
                func book(_ slot: ParkSlot, as guest: Guest) async throws -> String {
                    try await call(
                        client, "booking.book", #"{\#(slot.members),"sets":1,"payWith":"on-site"}"#, as: guest, key: "a"
                    )["id"].encoded
                }
                func canceller(of booking: String, _ guest: Guest) async throws -> JSON {
                    try await call(client, "booking.get", #"{"id":\#(booking)}"#, as: guest)["cancellation"]["by"]
                }
                let booked = try await book(slot, as: guests[1])
                let beside = try await book(ParkSlot(reverse: "small", startsAt: slot.startsAt), as: guests[2])
                let isRefundAnswered = Atomic(false)
                async let refund = Task {
                    let own = try HTTPSClient(park.instance)
                    let answer = try await own.call(
                        "booking.refund", #"{"id":\#(payment),"reason":"Moves away"}"#,
                        token: park.administrator.token)
                    isRefundAnswered.store(true, ordering: .relaxed)
                    await own.close()
                    return answer
                }.value
                // That of the call, and that of the housekeeping.
                try await Processes.wait("two refunds that hang") { server.waiting == 2 }
                let end = (slot.startsAt + 3_600).formatted(.iso8601)
                let closed = try await call(
                    client, "booking.close",
                    #"{"reverseId":"big","from":"\#(slot.startsAt.formatted(.iso8601))","to":"\#(end)","reason":"wind"}"#,
                    as: park.administrator, key: "close")
                #expect(closed["cancelled"].int == 1 && closed["remaining"].int == 0, "\(closed)")
                let hasWaited = isRefundAnswered.load(ordering: .relaxed)
                #expect(!hasWaited, "the closure waited for the refund")
                #expect(try await canceller(of: booked, guests[1]) == .string("park"))
                // What a replica leaves that ends during the call: only the housekeeping cancels what remains.
                try await park.instance.execute("UPDATE closure SET reverse_id = NULL, done_at = NULL", in: "booking")
                try await Processes.wait("the rest of the closure") {
                    try await canceller(of: beside, guests[2]) == .string("park")
                }
                let asked = server.requests.count { $0.uri == "/transactions/refunds" }
                #expect(server.waiting > 0 && asked == 2, "the housekeeping waited for the refund")
                #expect(try await refund["error"]["data"]["reason"] == .string("payments-unavailable"))
                #expect(try await refunds(in: "refunding", at: park) == 1)
                isHanging.store(false, ordering: .relaxed)
                try await Processes.wait("the refund", limit: .seconds(90)) {
                    try await refunds(in: "refunded", at: park) == 1
                }
                let orders = Set(server.posts.filter { $0.uri == "/transactions/refunds" }.map(\.headers["requestid"]))
                #expect(orders.count == 1, "repeated under one id: \(orders)")
                #expect(try await call(client, "booking.pass", as: guests[0])["left"].int == 0)
                await client.close()
            }
        }

        private func refunds(in state: String, at park: TestPark) async throws -> Int {
            try await park.instance.number("SELECT count(*) FROM payment WHERE state = '\(state)'", in: "booking")
        }

        /// Buys a pass and pays for it, and returns the payment's id as JSON.
        private func pay(_ guest: Guest, at park: TestPark, _ key: _RSA.Signing.PrivateKey) async throws -> String {
            let client = try HTTPSClient(park.instance)
            let payment = try await call(
                client, "booking.topUp", #"{"productId":"five-sets","returnUrl":"https://park.example/paid"}"#,
                as: guest, key: "paid")
            await client.close()
            let wire = try await Wire(
                port: park.instance.port, authority: park.instance.authorityFile, protocols: ["http/1.1"])
            let id = payment["id"].encoded
            #expect((200..<300).contains(try await notify(id, payment["price"]["amount"].encoded, wire, key)))
            await wire.close()
            return id
        }

        /// Notifies the park of a paid order as bePaid does, and returns the status of the answer.
        ///
        /// - Parameter signed: the body that the signature is for, if it is another one.
        private func notify(
            _ order: String, _ amount: String, _ wire: Wire, _ key: _RSA.Signing.PrivateKey,
            signing signed: String? = nil
        ) async throws -> Int {
            let body =
                #"{"transaction":{"uid":"1-2","type":"payment","status":"successful","amount":\#(amount),"#
                + #""currency":"BYN","tracking_id":\#(order)}}"#
            let signature = try key.signature(for: Data((signed ?? body).utf8), padding: .insecurePKCS1v1_5)
            let field = "Content-Signature: \(signature.rawRepresentation.base64EncodedString())"
            return try #require(try await wire.post("/v1/payments/notifications", body, fields: [field])).status
        }

        private func buy(at park: TestPark, from server: ProviderServer, _ key: _RSA.Signing.PrivateKey) async throws {
            let client = try HTTPSClient(park.instance)
            let wire = try await Wire(
                port: park.instance.port, authority: park.instance.authorityFile, protocols: ["http/1.1"])
            let ada = try await Guest.register(1, at: park.instance)[0]
            func start(_ address: String) async throws -> HTTPAnswer {
                try #require(
                    try await wire.post(
                        "/v1/payments", #"{"productId":"five-sets","returnUrl":"\#(address)"}"#, token: ada.token,
                        fields: ["Idempotency-Key: \(address)"]))
            }
            for address in [
                "https://example.org/park.example", "https://park.example.example.org/", "https://park.example:444/",
                "https://park.example@example.org/", "http://park.example/",
            ] {
                let refused = try await start(address)
                #expect(refused.status == 422 && refused.body.contains("/returnUrl"), "\(address): \(refused.body)")
            }
            #expect(server.requests.isEmpty)
            let started = try await start("https://park.example/paid")
            #expect(started.status == 201 && started.json["paymentUrl"] == .string(Self.page), "\(started.body)")
            #expect(try await start("https://park.example/paid").json["id"] == started.json["id"])

            let (order, price) = (started.json["id"].encoded, started.json["price"]["amount"].encoded)
            func notify(_ amount: String, signing signed: String? = nil) async throws -> Int {
                try await self.notify(order, amount, wire, key, signing: signed)
            }
            #expect(try await notify(price, signing: "another body") == 403)
            #expect(try await notify("1") == 403)
            #expect(try await call(client, "booking.pass", as: ada)["left"].int == 0)
            for _ in 0..<2 {
                #expect((200..<300).contains(try await notify(price)))
                #expect(try await call(client, "booking.pass", as: ada)["left"].int == 5, "credited once")
            }
            for _ in 0..<2 {
                let refunded = try await call(
                    client, "booking.refund", #"{"id":\#(order),"reason":"Moves away"}"#, as: park.administrator)
                #expect(refunded["state"] == .string("refunded"), "\(refunded)")
            }
            #expect(server.posts.map(\.uri) == ["/ctp/api/checkouts", "/transactions/refunds"])
            await wire.close()
            await client.close()
        }
    }
}
