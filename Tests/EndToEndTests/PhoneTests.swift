import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct Phone {
        private func code(to phone: String, _ instance: RunningInstance) async throws -> String {
            try await Processes.wait("an SMS to \(phone)") { !instance.messages(to: phone).isEmpty }
            let message = try #require(instance.messages(to: phone).last)
            #expect(message.channel == "sms")
            return try #require(message.code, "\(message.text)")
        }

        @Test func `A person registers by SMS, becomes an administrator, and grants a role`() async throws {
            let instance = try await Instances.plain.value
            let lines = try await LineClient(instance)
            let phone = Numbers.next()
            let declaration = try await lines.declaration()
            let challenge = try await lines.call(
                "auth.requestCode",
                #"{"phone":"\#(phone)","registration":{"firstName":"Ада","lastName":"Лаўлэйс","declaration":\#(declaration),"consentVersion":"2026-01"}}"#,
                meta: ["locale": #""be""#])
            let id = try #require(challenge["result"]["challengeId"].text, "\(challenge)")
            let code = try await code(to: phone, instance)
            #expect(instance.messages(to: phone).last?.text.contains("Нікому") == true)
            let verified = try await lines.call("auth.verifyCode", #"{"challengeId":"\#(id)","code":"\#(code)"}"#)
            #expect(verified["result"]["status"] == .string("signed-in"), "\(verified)")
            let token = try #require(verified["result"]["accessToken"].text)
            let me = try await lines.call("auth.me", token: token)["result"]
            #expect(me["phone"] == .string(phone) && me["firstName"] == .string("Ада") && me["email"] == .null)

            let refused = try await lines.call("auth.roleHolders", #"{"role":"park.staff"}"#, token: token)
            #expect(refused["error"]["code"].int == -32003)
            try await instance.grant("admin", to: phone)
            let refresh = try #require(verified["result"]["refreshToken"].text)
            let refreshed = try await lines.call("auth.refresh", #"{"refreshToken":"\#(refresh)"}"#)
            let admin = try #require(refreshed["result"]["accessToken"].text, "\(refreshed)")
            let given = try await lines.call(
                "auth.grantRole", #"{"account":"\#(phone)","role":"park.staff"}"#, token: admin)
            #expect(given["result"]["roles"].items.count == 2, "\(given)")
            let staff = try await lines.call("auth.roleHolders", #"{"role":"park.staff"}"#, token: admin)
            #expect(staff["result"]["items"].items.contains { $0["phone"] == .string(phone) }, "\(staff)")
            let again = try await lines.call("auth.requestCode", #"{"phone":"\#(phone)"}"#)
            #expect(again["error"]["data"]["reason"] == .string("too-many-codes"), "\(again)")
        }

        @Test func `An unknown number completes its registration over HTTPS`() async throws {
            let instance = try await Instances.plain.value
            let wire = try await Wire(
                port: instance.port, authority: instance.authorityFile, protocols: ["http/1.1"])
            func post(_ path: String, _ body: String) async throws -> HTTPAnswer {
                let fields = "Host: localhost\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)"
                return try #require(try await wire.http("POST \(path) HTTP/1.1\r\n\(fields)\r\n\r\n\(body)"))
            }
            let phone = Numbers.next()
            let challenge = try await post("/v1/phone/codes", #"{"phone":"\#(phone)"}"#)
            let id = try #require(challenge.json["challengeId"].text, "\(challenge)")
            let code = try await code(to: phone, instance)
            let proven = try await post("/v1/phone/codes/verify", #"{"challengeId":"\#(id)","code":"\#(code)"}"#)
            #expect(proven.json["status"] == .string("registration-required"), "\(proven)")
            let registration = try #require(proven.json["registrationToken"].text)
            let declaration = try await wire.declaration()
            let made = try await post(
                "/v1/phone/accounts",
                #"{"registrationToken":"\#(registration)","registration":{"firstName":"Bob","lastName":"Roe","declaration":\#(declaration),"consentVersion":"1"}}"#
            )
            #expect(made.status == 200)
            #expect(made.json["user"]["phone"] == .string(phone), "\(made)")
        }
    }
}
