import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct QuickStart {
        @Test func `The demonstration account finds a museum in Minsk in Russian, by lines and by HTTPS`() async throws
        {
            let instance = try await Instances.plain.value
            let lines = try await LineClient(instance)
            let token = try await lines.signIn(instance.demonstrationAccount())
            let answer = try await lines.call(
                "museums.search", #"{"query":"музей истории Великой Отечественной войны","city":"Минск"}"#,
                token: token,
                meta: ["locale": "\"ru\""])
            let first = answer["result"]["items"][0]
            #expect(first["name"].text?.contains("Великой Отечественной войны") == true, "\(answer)")
            #expect(first["countryCode"] == .string("BY") && first["language"] == .string("ru"))
            #expect(first["country"] == .string("Беларусь") && first["categoryName"] != .null)
            #expect(answer["result"]["isTotalExact"] == .bool(true))

            let wire = try await Wire(
                port: instance.port, authority: instance.authorityFile, protocols: ["http/1.1"])
            let query = "музей истории Великой Отечественной войны".addingPercentEncoding(
                withAllowedCharacters: .alphanumerics)
            let http = try #require(
                try await wire.get(
                    "/v1/museums?query=\(query ?? "")&city=\("Минск".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")",
                    token: token, fields: ["Accept-Language: ru"]))
            #expect(http.status == 200)
            #expect(http.json == answer["result"], "both protocols answer the same")
            let tag = try #require(http.fields["etag"])
            #expect(http.fields["cache-control"]?.contains("private") == true)
            let again = try #require(
                try await wire.get(
                    "/v1/museums?query=\(query ?? "")&city=\("Минск".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")",
                    token: token, fields: ["Accept-Language: ru", "If-None-Match: \(tag)"]))
            #expect(again.status == 304)
        }

        @Test func `The map shows the museums of the list for the same words, subject and rectangle`() async throws {
            let instance = try await Instances.plain.value
            let lines = try await LineClient(instance)
            let token = try await lines.signIn(instance.demonstrationAccount())
            let list = try await lines.call(
                "museums.search", #"{"query":"замок","category":"castle","bbox":[23,51,33,57]}"#, token: token)
            let total = try #require(list["result"]["total"].int, "\(list)")
            #expect(total > 0 && list["result"]["isTotalExact"] == .bool(true))
            let wire = try await Wire(
                port: instance.port, authority: instance.authorityFile, protocols: ["http/1.1"])
            let query = "замок".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let parameters = "query=\(query)&category=castle&bbox=23,51,33,57"
            let map = try #require(try await wire.get("/v1/museums/map?\(parameters)&zoom=6", token: token))
            #expect(map.status == 200 && map.json["total"].int == total, "\(map)")
            let page = try #require(try await wire.get("/v1/museums?\(parameters)&limit=1", token: token))
            #expect(page.json["total"].int == total, "\(page)")
            let categories = try #require(
                try await wire.get("/v1/museums/categories", token: token, fields: ["Accept-Language: be"]))
            let castles = categories.json["items"].items.first { $0["category"] == .string("castle") }
            #expect(castles?["categoryName"] == .string("Замкі і палацы"), "\(categories)")
        }

        @Test func `A person registers, gets the code from the outbox, signs in, refreshes and signs out`()
            async throws
        {
            let instance = try await Instances.plain.value
            let lines = try await LineClient(instance)
            let email = "ada-\(UUID().uuidString.lowercased())@example.org"
            let password = "correct horse battery staple"
            let declaration = try await lines.declaration()
            let challenge = try await lines.call(
                "auth.register",
                #"{"login":"Ada","email":"\#(email)","password":"\#(password)","declaration":\#(declaration)}"#
            )
            let id = try #require(challenge["result"]["challengeId"].text, "\(challenge)")
            try await Processes.wait("a message for \(email)") { !instance.messages(to: email).isEmpty }
            let message = try #require(instance.messages(to: email).first)
            #expect(message.channel == "email")
            let code = try #require(message.code, "\(message.text)")

            let verified = try await lines.call("auth.verifyEmail", #"{"challengeId":"\#(id)","code":"\#(code)"}"#)
            #expect(verified["result"]["user"]["email"] == .string(email), "\(verified)")
            let login = try await lines.call("auth.login", #"{"email":"\#(email)","password":"\#(password)"}"#)
            let token = try #require(login["result"]["accessToken"].text)
            let me = try await lines.call("auth.me", token: token)
            #expect(me["result"]["login"] == .string("Ada"))
            #expect(me["result"]["id"] == verified["result"]["user"]["id"])

            let refresh = try #require(login["result"]["refreshToken"].text)
            let refreshed = try await lines.call("auth.refresh", #"{"refreshToken":"\#(refresh)"}"#)
            let newToken = try #require(refreshed["result"]["accessToken"].text, "\(refreshed)")
            let newRefresh = try #require(refreshed["result"]["refreshToken"].text)
            #expect(newRefresh != refresh)
            #expect(try await lines.call("auth.me", token: newToken)["result"]["email"] == .string(email))

            let left = try await lines.call("auth.logout", #"{"refreshToken":"\#(newRefresh)"}"#)
            #expect(left["error"] == .null)
            let gone = try await lines.call("auth.refresh", #"{"refreshToken":"\#(newRefresh)"}"#)
            #expect(gone["error"]["code"].int == -32001)
            // The gateway learns of ended sessions a moment later.
            try await Processes.wait("the end of the session's access tokens", limit: .seconds(15)) {
                try await lines.call("auth.me", token: newToken)["error"]["code"].int == -32001
            }
        }

        @Test func `A client without ALPN, such as openssl s_client, is recognized by its first byte`() async throws {
            let instance = try await Instances.plain.value
            let lines = try await Wire(port: instance.port, authority: instance.authorityFile)
            try await lines.send(#"{"jsonrpc":"2.0","id":"a","method":"auth.jwks"}"# + "\n")
            let hello = try JSON(try #require(try await lines.line()))
            #expect(hello["method"] == .string("rpc.hello"))
            let answer = try await lines.answer()
            #expect(answer["id"] == .string("a"))
            #expect(answer["result"]["keys"][0]["alg"] == .string("EdDSA"))

            let http = try await Wire(port: instance.port, authority: instance.authorityFile)
            let keys = try #require(try await http.get("/.well-known/jwks.json"))
            #expect(keys.json == answer["result"])
        }

        @Test func `The commands of the README work: openssl, curl, nc and vokol`() async throws {
            let instance = try await Instances.plain.value
            let keys = #"{"jsonrpc":"2.0","id":1,"method":"auth.jwks"}"#
            let openssl = try await Processes.run(
                "/bin/sh",
                [
                    "-c",
                    "(echo '\(keys)'; sleep 2) | openssl s_client -quiet -no_ign_eof -verify_return_error -CAfile \(instance.authorityFile) -connect localhost:\(instance.port)",
                ])
            #expect(openssl.output.contains("\"EdDSA\""), "\(openssl)")
            let curl = try await Processes.run(
                "/usr/bin/curl",
                ["-s", "--cacert", instance.authorityFile, "https://localhost:\(instance.port)/.well-known/jwks.json"])
            #expect(try JSON(curl.output)["keys"].items.isEmpty == false, "\(curl)")
            let port = try #require(try instance.part("auth").port)
            let netcat = try await Processes.run(
                "/bin/sh", ["-c", "echo '\(keys)' | nc -N 127.0.0.1 \(port)"])
            #expect(netcat.output.contains("\"EdDSA\""), "\(netcat)")
            let token = try await instance.vokol("token", ["--demo"])
            let me = try await Processes.run(
                "/usr/bin/curl",
                [
                    "-s", "--cacert", instance.authorityFile, "-H",
                    "Authorization: Bearer \(token.output.trimmingCharacters(in: .newlines))",
                    "https://localhost:\(instance.port)/v1/me",
                ])
            #expect(try JSON(me.output)["email"].text == instance.demonstrationAccount().email, "\(me)")
            for protocolFlags in [[], ["--http"]] {
                let call = try await instance.vokol(
                    "call", ["museums.search", "query=замок", "limit=3", "--demo"] + protocolFlags)
                #expect(call.code == 0, "\(call)")
                #expect(try JSON(call.output)["items"].items.count == 3)
                let failed = try await instance.vokol("call", ["auth.me"] + protocolFlags)
                #expect(failed.code == 1)
                #expect(failed.errors.contains("unauthenticated") && failed.errors.contains("--demo"))
            }
        }

        @Test func `The redirect port redirects pages to HTTPS and refuses requests that would carry a token`()
            async throws
        {
            let instance = try await Instances.plain.value
            let page = try await Wire(port: instance.redirectPort, authority: nil)
            let moved = try #require(try await page.http("GET /x HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
            #expect(moved.status == 308 || moved.status == 301)
            #expect(moved.fields["location"] == "https://localhost:\(instance.port)/x")
            let call = try await Wire(port: instance.redirectPort, authority: nil)
            #expect(try await call.http("GET /v1/me HTTP/1.1\r\nHost: localhost\r\n\r\n")?.status == 403)
        }
    }
}
