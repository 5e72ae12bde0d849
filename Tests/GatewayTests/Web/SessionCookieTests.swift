import Contract
import HTTPParsing
import NIOCore
import RPC
import Testing
import Values

@testable import Gateway

@Suite struct SessionCookieTests {
    private static func params(_ object: String, cookie: String?) throws -> String {
        let buffer = ByteBuffer(string: object)
        guard let cookie else { return String(buffer: try SessionCookie.params(buffer, cookie: nil)) }
        return try Array(cookie.utf8).withUnsafeBytes { field in
            String(buffer: try SessionCookie.params(buffer, cookie: field))
        }
    }

    @Test func `The cookie's token becomes a member of the parameters`() throws {
        #expect(try Self.params("{}", cookie: "__Host-vokol=t") == #"{"refreshToken":"t"}"#)
        #expect(try Self.params("{ }", cookie: "__Host-vokol=t") == #"{"refreshToken":"t"}"#)
        #expect(try Self.params(#"{"a":1}"#, cookie: "__Host-vokol=t") == #"{"refreshToken":"t","a":1}"#)
        #expect(try Self.params(#"{"refreshToken":"u"}"#, cookie: "x=y") == #"{"refreshToken":"u"}"#)
    }

    @Test(
        arguments: [
            (#"{"refreshToken":"u"}"#, "__Host-vokol=t", "two-tokens"),
            (#"{"refresh\u0054oken":"u"}"#, "__Host-vokol=t", "two-tokens"),
            ("{}", nil, "session-ended"), ("{}", "x=y", "session-ended"), ("{}", "__Host-vokol=", "session-ended"),
        ] as [(String, String?, String)])
    func `Two tokens are too many, and none ends the session`(object: String, cookie: String?, reason: String) {
        #expect { _ = try Self.params(object, cookie: cookie) } throws: { ($0 as? RPCError)?.reason == reason }
    }

    @Test func `The device's cookie becomes a member of the parameters, unless they have it`() {
        func params(_ object: String, _ field: String) -> String {
            Array(field.utf8).withUnsafeBytes { field in
                String(buffer: DeviceCookie.params(ByteBuffer(string: object), cookie: field))
            }
        }
        let both = "__Host-vokol=t; __Host-vokol-device=1.d"
        #expect(params(#"{"a":1}"#, both) == #"{"deviceToken":"1.d","a":1}"#)
        #expect(params("{}", both) == #"{"deviceToken":"1.d"}"#)
        #expect(params(#"{"deviceToken":"2"}"#, both) == #"{"deviceToken":"2"}"#)
        #expect(params(#"{"a":1}"#, "__Host-vokol=t") == #"{"a":1}"#)
        #expect(params(#"{"a":1}"#, "__Host-vokol-device=1\"") == #"{"a":1}"#)
    }

    private static let now = Instant(milliseconds: 1_000_000_000_000)

    private static func cut(_ result: String) throws -> (result: String, field: String?) {
        let cut = try SessionCookie.cut(ByteBuffer(string: result), at: now)
        return (String(buffer: cut.result), cut.field.map { String(buffer: $0) })
    }

    @Test func `The refresh token moves from the result into the cookie, until it expires`() throws {
        let expiry = Self.now.advanced(bySeconds: 604_800).description
        let rest = #""refreshTokenExpiresAt":"\#(expiry)","user":{"refreshToken":"kept"}}"#
        for result in [
            #"{"accessToken":"a","refreshToken":"t.1","# + rest,
            #"{ "accessToken" : "a", "refresh\u0054oken" : "t.1","# + rest,
        ] {
            let (result, field) = try Self.cut(result)
            #expect(result == #"{"accessToken":"a","# + rest)
            #expect(
                field == "Set-Cookie: __Host-vokol=t.1; Max-Age=604800; Path=/; Secure; HttpOnly; SameSite=Strict\r\n")
        }
        for age: Int64 in [0, -60] {
            let expiry = Self.now.advanced(bySeconds: age).description
            let only = try Self.cut(#"{"refreshToken":"t","refreshTokenExpiresAt":"\#(expiry)"}"#)
            #expect(only.result == #"{"refreshTokenExpiresAt":"\#(expiry)"}"#)
            #expect(only.field?.contains("Max-Age=0;") == true)
        }
    }

    @Test func `The device token moves into a cookie of its own, beside that of the session`() throws {
        let expiry = #""refreshTokenExpiresAt":"\#(Self.now.description)""#
        let (result, field) = try Self.cut(#"{"refreshToken":"t",\#(expiry),"deviceToken":"1.d"}"#)
        #expect(result == "{\(expiry)}")
        let attributes = "Path=/; Secure; HttpOnly; SameSite=Strict\r\n"
        #expect(
            field == "Set-Cookie: __Host-vokol=t; Max-Age=0; \(attributes)"
                + "Set-Cookie: __Host-vokol-device=1.d; Max-Age=15552000; \(attributes)")
        #expect(throws: RPCError.self) { try Self.cut(#"{"refreshToken":"t",\#(expiry),"deviceToken":"a;b"}"#) }
    }

    @Test func `A result without a refresh token stays as it is`() throws {
        let result = #"{"status":"registration-required","registrationToken":"r"}"#
        let cut = try Self.cut(result)
        #expect(cut.result == result && cut.field == nil)
    }

    @Test(arguments: [#""t;u""#, #""t\u0022""#, "\"\"", "null", #""t","refreshTokenExpiresAt":"soon""#])
    func `A token that fits no cookie is an error, and not part of the answer`(token: String) {
        let expiry = Self.now.description
        let object =
            token.contains("soon")
            ? #"{"refreshToken":\#(token)}"# : #"{"refreshToken":\#(token),"refreshTokenExpiresAt":"\#(expiry)"}"#
        #expect { _ = try Self.cut(object) } throws: { ($0 as? RPCError)?.code == .badUpstream }
    }
}

@Suite struct PublicOriginTests {
    private static func isOwn(_ address: String, host: String? = "a.example", _ fields: [String]) throws -> Bool {
        // Only HTTP/1.0 allows requests without `Host`.
        let start = host.map { ["POST /x HTTP/1.1", "Host: \($0)"] } ?? ["POST /x HTTP/1.0"]
        let text = (start + fields).joined(separator: "\r\n") + "\r\n\r\n"
        let head = try Array(text.utf8).withUnsafeBytes { bytes throws(HTTPFault) in try RequestHead(bytes) }
        return PublicOrigin(publicAddress: address).isOwn(head, ByteBuffer(string: text))
    }

    @Test(arguments: [
        ("same-origin", true), ("same-site", false), ("cross-site", false), ("none", false), ("", false),
        ("Same-Origin", false),
    ])
    func `Sec-Fetch-Site decides, whatever the Origin`(site: String, isOwn: Bool) throws {
        for origin in ["https://a.example", "https://evil.example"] {
            let fields = ["Sec-Fetch-Site: \(site)", "Origin: \(origin)"]
            #expect(try Self.isOwn("a.example", fields) == isOwn)
        }
    }

    @Test(arguments: [
        ("a.example", "https://a.example", true), ("a.example", "https://A.example", true),
        ("a.example:443", "https://a.example", true), ("a.example", "https://a.example:443", true),
        ("a.example:8443", "https://a.example:8443", true), ("a.example:8443", "https://a.example", false),
        ("a.example", "https://a.example:8443", false), ("a.example", "http://a.example", false),
        ("a.example", "https://b.example", false), ("a.example", "https://a.example.evil.example", false),
        ("a.example", "null", false), ("a.example", "", false), ("a.example", "a.example", false),
        ("[::1]:8443", "https://[::1]:8443", true),
    ])
    func `Without Sec-Fetch-Site, Origin must be that of the public address`(
        address: String, origin: String, isOwn: Bool
    ) throws {
        #expect(try Self.isOwn(address, host: "other.example", ["Origin: \(origin)"]) == isOwn)
    }

    @Test(arguments: [
        ("a.example:8443", "https://a.example:8443", true), ("a.example:8443", "https://a.example", false),
        ("a.example", "https://b.example", false), ("A.example:443", "https://a.example", true),
    ])
    func `Without a public address, Origin must be that of the request's host`(
        host: String, origin: String, isOwn: Bool
    ) throws {
        #expect(try Self.isOwn("", host: host, ["Origin: \(origin)"]) == isOwn)
    }

    @Test func `A request that says nothing of its origin is foreign`() throws {
        #expect(try !Self.isOwn("a.example", []))
        #expect(try !Self.isOwn("", []))
        #expect(try !Self.isOwn("", host: nil, ["Origin: https://a.example"]))
    }
}
