import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct Passwords {
        @Test func `A person who forgot a password replaces it over HTTPS, and then changes it`() async throws {
            let instance = try await Instances.plain.value
            let wire = try await Wire(
                port: instance.port, authority: instance.authorityFile, protocols: ["http/1.1"])
            func post(_ path: String, _ body: String, token: String? = nil) async throws -> HTTPAnswer {
                var fields = [
                    "Host: localhost", "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
                ]
                if let token { fields.append("Authorization: Bearer \(token)") }
                let head = "POST \(path) HTTP/1.1\r\n" + fields.joined(separator: "\r\n") + "\r\n\r\n"
                return try #require(try await wire.http(head + body))
            }
            /// Waits for the message to an address that follows `count` others, and returns its code.
            func code(to email: String, after count: Int) async throws -> String {
                try await Processes.wait("a message to \(email)") { instance.messages(to: email).count > count }
                return try #require(instance.messages(to: email)[count].code)
            }
            let email = "forgetful-\(UUID().uuidString.lowercased())@example.org"
            let declaration = try await wire.declaration()
            let registered = try await post(
                "/v1/accounts",
                #"{"login":"Ada","email":"\#(email)","password":"correct horse battery","declaration":\#(declaration)}"#
            )
            let registration = try #require(registered.json["challengeId"].text, "\(registered)")
            let first = try await code(to: email, after: 0)
            let made = try await post("/v1/accounts/verify", #"{"challengeId":"\#(registration)","code":"\#(first)"}"#)
            let refresh = try #require(made.json["refreshToken"].text, "\(made)")

            let requested = try await post("/v1/passwords/reset", #"{"email":"\#(email)"}"#)
            let challenge = try #require(requested.json["challengeId"].text, "\(requested)")
            let second = try await code(to: email, after: 1)
            let nobody = "nobody-\(UUID().uuidString.lowercased())@example.org"
            let unknown = try await post("/v1/passwords/reset", #"{"email":"\#(nobody)"}"#)
            #expect(unknown.status == requested.status)
            #expect(unknown.json["challengeId"].text?.count == 36 && unknown.json["expiresAt"].text?.isEmpty == false)
            let reset = try await post(
                "/v1/passwords/reset/confirm",
                #"{"challengeId":"\#(challenge)","code":"\#(second)","password":"wrong battery staple"}"#)
            let token = try #require(reset.json["accessToken"].text, "\(reset)")
            #expect(reset.json["user"]["id"] == made.json["user"]["id"])
            let ended = try await post("/v1/sessions/refresh", #"{"refreshToken":"\#(refresh)"}"#)
            #expect(ended.status == 401 && ended.json["reason"] == .string("session-ended"))
            #expect(ended.json["isRetryable"] == .bool(false), "\(ended)")

            let wrong = try await post(
                "/v1/me/password", #"{"currentPassword":"correct horse battery","password":"a rare phrase 77"}"#,
                token: token)
            #expect(wrong.status == 403 && wrong.json["reason"] == .string("password-wrong"), "\(wrong)")
            let changed = try await post(
                "/v1/me/password", #"{"currentPassword":"wrong battery staple","password":"a rare phrase 77"}"#,
                token: token)
            #expect(changed.status == 204, "\(changed)")
            let login = try await post("/v1/sessions", #"{"email":"\#(email)","password":"a rare phrase 77"}"#)
            #expect(login.json["user"]["id"] == made.json["user"]["id"], "\(login)")
        }
    }
}
