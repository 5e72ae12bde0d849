import CryptoExtras
import Foundation
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
            try await ProviderServer.with(answer: Self.bePaid) { server, address in
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
                try await buy(at: park, from: server, key)
                #expect(try await park.faults() == [])
                try await park.instance.stop(removing: true)
            }
        }

        private func buy(at park: TestPark, from server: ProviderServer, _ key: _RSA.Signing.PrivateKey) async throws {
            let lines = try await LineClient(park.instance)
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
                let body =
                    #"{"transaction":{"uid":"1-2","type":"payment","status":"successful","amount":\#(amount),"#
                    + #""currency":"BYN","tracking_id":\#(order)}}"#
                let signature = try key.signature(for: Data((signed ?? body).utf8), padding: .insecurePKCS1v1_5)
                let field = "Content-Signature: \(signature.rawRepresentation.base64EncodedString())"
                return try #require(try await wire.post("/v1/payments/notifications", body, fields: [field])).status
            }
            #expect(try await notify(price, signing: "another body") == 403)
            #expect(try await notify("1") == 403)
            #expect(try await call(lines, "booking.pass", as: ada)["left"].int == 0)
            for _ in 0..<2 {
                #expect((200..<300).contains(try await notify(price)))
                #expect(try await call(lines, "booking.pass", as: ada)["left"].int == 5, "credited once")
            }
            for _ in 0..<2 {
                let refunded = try await call(
                    lines, "booking.refund", #"{"id":\#(order),"reason":"Moves away"}"#, as: park.administrator)
                #expect(refunded["state"] == .string("refunded"), "\(refunded)")
            }
            #expect(server.posts.map(\.uri) == ["/ctp/api/checkouts", "/transactions/refunds"])
            await wire.close()
            await lines.close()
        }
    }
}
