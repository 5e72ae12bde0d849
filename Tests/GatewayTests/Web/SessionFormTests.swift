import Contract
import NIOCore
import RPC
import Testing
import Values

@testable import Gateway

/// Tests of the session's cookie over HTTP.
@Suite struct SessionFormTests {
    private static let own = ["X-Vokol-Session: cookie", "Sec-Fetch-Site: same-origin"]
    private static let cookie = "Cookie: theme=dark; __Host-vokol=old.1"
    private static let login = #"{"email":"ada@example.org","password":"correct horse battery staple"}"#
    private static let clearing = "__Host-vokol=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Strict"
    private static let tokens =
        #"{"accessToken":"a.b.c","accessTokenExpiresAt":"2126-01-01T00:00:00Z","refreshToken":"new.2","#
        + #""refreshTokenExpiresAt":"2126-01-01T00:00:00Z","user":{}}"#

    @Test(arguments: [
        "/v1/sessions", "/v1/accounts/verify", "/v1/phone/codes/verify", "/v1/phone/accounts",
        "/v1/passwords/reset/confirm", "/v1/sessions/refresh",
    ])
    func `A page that asks for a cookie gets the refresh token there, and nowhere else`(path: String) throws {
        let client = try WebConnection()
        try client.post(path, "{}", Self.own + [Self.cookie, "Accept-Encoding: gzip"])
        let answer = try client.serve(Self.tokens)
        #expect(answer.status == 200)
        let cookie = try #require(answer["Set-Cookie"])
        let parts = cookie.split(separator: "; ").map(String.init)
        #expect(parts.first == "__Host-vokol=new.2")
        #expect(
            Set(parts.dropFirst().filter { !$0.hasPrefix("Max-Age=") }) == [
                "Path=/", "Secure", "HttpOnly", "SameSite=Strict",
            ])
        let age = parts.first { $0.hasPrefix("Max-Age=") }.flatMap { Int($0.dropFirst(8)) }
        #expect(age.map { $0 > 86_400 } == true)
        #expect(!answer.text.contains("new.2") && !answer.text.contains(#""refreshToken""#))
        #expect(answer.text.hasPrefix(#"{"accessToken":"a.b.c","#) && answer.text.hasSuffix(#""user":{}}"#))
        #expect(answer["Cache-Control"] == "no-store" && answer["Content-Encoding"] == nil)
    }

    @Test func `Without the header nothing changes, with a cookie or without`() throws {
        for fields in [[], [Self.cookie], ["Sec-Fetch-Site: cross-site"], ["X-Vokol-Session: no"]] {
            let client = try WebConnection()
            try client.post("/v1/sessions/refresh", #"{"refreshToken":"own"}"#, fields)
            #expect(try client.sentParams() == #"{"refreshToken":"own"}"#)
            let answer = try client.serve(Self.tokens)
            #expect(answer.status == 200 && answer.text == Self.tokens && answer["Set-Cookie"] == nil)
        }
    }

    @Test(arguments: [
        ["Sec-Fetch-Site: cross-site"], ["Sec-Fetch-Site: same-site"], ["Sec-Fetch-Site: none"], [],
        ["Origin: https://evil.example"], ["Origin: null"], ["Origin: http://city.example.org"],
        ["Sec-Fetch-Site: cross-site", "Origin: https://city.example.org"],
    ])
    func `A page of another origin can neither sign in, nor refresh, nor end a session`(fields: [String]) throws {
        for (path, body) in [("/v1/sessions", Self.login), ("/v1/sessions/refresh", "{}"), ("/v1/sessions/end", "{}")] {
            let client = try WebConnection()
            try client.post(path, body, ["X-Vokol-Session: cookie", Self.cookie] + fields)
            #expect(client.fixture.sent.isEmpty, "\(path)")
            let answer = try client.answer()
            #expect(answer.status == 403)
            #expect(answer.text.contains(#""reason":"foreign-origin""#))
            #expect(answer["Set-Cookie"] == nil && answer["Access-Control-Allow-Origin"] == nil)
        }
    }

    @Test func `The reason is told in three languages`() throws {
        let texts = try ["en", "ru", "be"].map { language in
            let client = try WebConnection()
            try client.post("/v1/sessions", "{}", ["X-Vokol-Session: cookie", "Accept-Language: \(language)"])
            return try client.answer().text
        }
        #expect(texts[0].contains("Only pages of this site"))
        #expect(texts[1].contains("только страницы этого сайта"))
        #expect(texts[2].contains("толькі старонкі гэтага сайта"))
    }

    @Test func `An older browser is known by its Origin`() throws {
        let client = try WebConnection()
        let fields = ["X-Vokol-Session: cookie", "Origin: https://city.example.org", Self.cookie]
        try client.post("/v1/sessions/refresh", "{}", fields)
        #expect(try client.sentParams() == #"{"refreshToken":"old.1"}"#)
    }

    @Test func `Refreshing takes the token from the cookie, and sets the next one`() throws {
        let client = try WebConnection()
        for body in ["{}", ""] {
            try client.post("/v1/sessions/refresh", body, Self.own + [Self.cookie])
            #expect(try client.sentParams() == #"{"refreshToken":"old.1"}"#)
            #expect(try client.serve(Self.tokens)["Set-Cookie"]?.hasPrefix("__Host-vokol=new.2;") == true)
        }
    }

    @Test(arguments: ["/v1/sessions", "/v1/phone/codes", "/v1/passwords/reset"])
    func `The device's cookie becomes a parameter, for pages of this instance that ask for it`(path: String) throws {
        let cookie = "Cookie: __Host-vokol=old.1; __Host-vokol-device=1.d"
        for (fields, params) in [
            (Self.own + [cookie], #"{"deviceToken":"1.d","a":1}"#), ([cookie], #"{"a":1}"#), (Self.own, #"{"a":1}"#),
        ] {
            let client = try WebConnection()
            try client.post(path, #"{"a":1}"#, fields)
            #expect(try client.sentParams() == params)
        }
        let client = try WebConnection()
        try client.post(path, "{}", ["X-Vokol-Session: cookie", "Sec-Fetch-Site: cross-site", cookie])
        #expect(try client.answer().status == 403 && client.fixture.sent.isEmpty)
    }

    @Test func `Signing out takes the token from the cookie, and clears it`() throws {
        let client = try WebConnection()
        try client.post("/v1/sessions/end", "{}", Self.own + [Self.cookie])
        #expect(try client.sentParams() == #"{"refreshToken":"old.1"}"#)
        let answer = try client.serve("{}")
        #expect(answer.status == 204 && answer["Set-Cookie"] == Self.clearing)
    }

    @Test func `A session that has ended clears the cookie; other failures keep it`() throws {
        for (error, cookie) in [
            (RPCError(.sessionEnded), Self.clearing), (RPCError(.unavailable, retryAfterMilliseconds: 1), nil),
        ] {
            let client = try WebConnection()
            try client.post("/v1/sessions/refresh", "{}", Self.own + [Self.cookie])
            #expect(try client.serve(FakeLink.error(error))["Set-Cookie"] == cookie)
        }
        let client = try WebConnection()
        try client.post("/v1/sessions/refresh", "{}", Self.own)
        let answer = try client.answer()
        #expect(answer.status == 401 && answer["Set-Cookie"] == Self.clearing)
        #expect(answer.text.contains(#""reason":"session-ended""#))
    }

    @Test func `An access token that expired keeps the cookie`() throws {
        let client = try WebConnection()
        let token = try client.fixture.tokens.token(now: Instant(milliseconds: 0))
        try client.post(
            "/v1/sessions/refresh", "{}", Self.own + [Self.cookie, "Authorization: Bearer \(token)"])
        let answer = try client.answer()
        #expect(answer.status == 401 && answer.text.contains("token-expired"))
        #expect(answer["Set-Cookie"] == nil)
    }

    @Test func `A token in the cookie and another in the body are rejected`() throws {
        for path in ["/v1/sessions/refresh", "/v1/sessions/end"] {
            let client = try WebConnection()
            try client.post(path, #"{"refreshToken":"own"}"#, Self.own + [Self.cookie])
            let answer = try client.answer()
            #expect(answer.status == 400 && answer.text.contains(#""reason":"two-tokens""#))
            #expect(answer["Set-Cookie"] == nil && client.fixture.sent.isEmpty)
        }
    }

    @Test func `A number without an account signs nobody in, and sets no cookie`() throws {
        let client = try WebConnection()
        try client.post("/v1/phone/codes/verify", "{}", Self.own)
        let answer = try client.serve(#"{"status":"registration-required","registrationToken":"r"}"#)
        #expect(answer.status == 200 && answer["Set-Cookie"] == nil)
        #expect(answer.text == #"{"status":"registration-required","registrationToken":"r"}"#)
    }

    @Test func `A token that fits no cookie is not told to the page either`() throws {
        let client = try WebConnection()
        try client.post("/v1/sessions", Self.login, Self.own)
        let answer = try client.serve(#"{"refreshToken":"a b","refreshTokenExpiresAt":"2126-01-01T00:00:00Z"}"#)
        #expect(answer.status == 502 && answer["Set-Cookie"] == nil && !answer.text.contains("a b"))
    }

    @Test func `The header means nothing to other methods`() throws {
        let client = try WebConnection()
        try client.post("/v1/accounts", "{}", ["X-Vokol-Session: cookie", Self.cookie])
        #expect(try client.sentParams() == "{}")
        #expect(try client.serve("{}")["Set-Cookie"] == nil)
    }
}
