import HTTP
import NIOHTTP1
import Testing
import Values

@testable import Upstream

@Suite struct RetryAfterTests {
    private let now = instant("1994-11-06T08:49:00Z")

    @Test(arguments: [
        ("30", Duration.seconds(30)), ("0", .seconds(1)), ("86400", .seconds(600)),
        ("99999999999999999999999", .seconds(600)), ("Sun, 06 Nov 1994 08:49:37 GMT", .seconds(37)),
        ("Sunday, 06-Nov-94 08:49:37 GMT", .seconds(37)), ("Sun Nov  6 08:49:37 1994", .seconds(37)),
        ("Sat, 05 Nov 1994 08:49:37 GMT", .seconds(1)), ("Mon, 07 Nov 1994 08:49:37 GMT", .seconds(600)),
    ])
    func `Retry-After is read as seconds or a date, and clamped to one second to ten minutes`(
        text: String, expected: Duration
    ) {
        #expect(RetryAfter.duration(text, now: now) == expected)
    }

    @Test(arguments: [
        "", " ", "-1", "1.5", "soon", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
        "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "1994-11-06T08:49:37Z", "١٢",
        String(repeating: "9 ", count: 100),
    ])
    func `An invalid Retry-After is ignored`(text: String) {
        #expect(RetryAfter.duration(text, now: now) == nil)
    }
}

@Suite struct UpstreamAddressTests {
    @Test(arguments: [
        "https://api.open-meteo.com", "https://iis.bsuir.by/api/v1/", "https://example.org:8443/x",
        "http://127.0.0.1:8080", "http://localhost", "http://[::1]:80/a", "http://127.1.2.3/",
        "HTTPS://Example.ORG",
    ])
    func `Addresses of third parties use HTTPS, or HTTP on this machine`(text: String) throws {
        _ = try UpstreamAddress(text)
    }

    @Test(arguments: [
        "http://example.org", "http://10.0.0.1", "http://127.0.0.1.example.org", "http://localhost.example.org",
        "http://0127.0.0.1.5", "http://127.0.0.256", "ftp://example.org", "https://", "https:///x", "example.org",
        "https://user@example.org", "https://example.org:0", "https://example.org:99999", "https://example.org:+1",
        "https://example.org/?q", "https://exa mple.org", "https://example.org/\u{e9}", "https://a:b:c", "",
        "https://[::1", "https://example.org\n", "https://%31/",
    ])
    func `Any other address is refused`(text: String) {
        #expect(throws: UpstreamAddressFault.self) { try UpstreamAddress(text) }
    }

    @Test func `Path, query and keys become one encoded target`() throws {
        let address = try UpstreamAddress("https://Example.org/api/v1/")
        let request = UpstreamRequest(
            path: "/weather", query: [("q", "Мiнск & Co"), ("lat", "53.9")], secrets: [("appid", "a=b")])
        #expect(
            address.target(request)
                == "/api/v1/weather?q=%D0%9Ci%D0%BD%D1%81%D0%BA%20%26%20Co&lat=53.9&appid=a%3Db")
        #expect(address.origin.authority == "example.org")
        #expect(try UpstreamAddress("http://[::1]:81").origin.authority == "[::1]:81")
        #expect(try UpstreamAddress("https://a.b").target(UpstreamRequest(path: "")) == "/")
        #expect(
            try UpstreamAddress("https://a.b").target(UpstreamRequest(path: "/f?a=1", query: [("b", "2")]))
                == "/f?a=1&b=2")
    }
}

@Suite struct RedirectRuleTests {
    private func next(_ location: String?, from target: String = "/a/b?c=d") throws -> String {
        var rule = RedirectRule(origin: try UpstreamAddress("https://example.org/base").origin)
        return try rule.target(after: location, from: target)
    }

    @Test(arguments: [
        ("https://example.org/x?y=z", "/x?y=z"), ("https://EXAMPLE.org:443/x#part", "/x"),
        ("https://example.org", "/"), ("https://example.org?q=1", "/?q=1"), ("//example.org/x", "/x"),
        ("/x", "/x"), ("x", "/a/x"), ("?e=f", "/a/b?e=f"), ("x?u=https://other.org/", "/a/x?u=https://other.org/"),
    ])
    func `Redirects within the same server are followed`(location: String, target: String) throws {
        #expect(try next(location) == target)
    }

    @Test(arguments: [
        nil, "", "https://other.org/x", "https://example.org.evil.org/", "http://example.org/x",
        "https://example.org:8443/x", "//other.org/", "https://user@example.org/", "ftp://example.org/x",
        "javascript:alert(1)", "mailto:a@b", "https://exa mple.org/", "/x y", "#part", "/x\u{e9}",
        "https://example.org@other.org/",
    ])
    func `Redirects to another server, port or scheme, and malformed ones, are not followed`(location: String?) {
        #expect(throws: UpstreamFailure.self) { try next(location) }
    }

    @Test func `The fourth redirect is not followed`() throws {
        var rule = RedirectRule(origin: try UpstreamAddress("https://example.org").origin)
        for _ in 0..<3 { _ = try rule.target(after: "/x", from: "/x") }
        #expect(throws: UpstreamFailure.unreadable("more than 3 redirects")) {
            try rule.target(after: "/x", from: "/x")
        }
    }
}

@Suite struct BodyCheckTests {
    private func check(
        _ text: String, _ kind: UpstreamRequest.Body = .json, type: String? = nil
    ) throws -> String {
        String(decoding: try BodyCheck.checked(Array(text.utf8), as: kind, contentType: type).body, as: UTF8.self)
    }

    @Test(arguments: ["{}", " [1]", "\"x\"", "-1", "null", "\n{"])
    func `JSON is passed on without its byte order mark`(text: String) throws {
        #expect(try check(text) == text)
        #expect(try check("\u{feff}" + text, type: "application/json; charset=utf-8") == text)
    }

    @Test(arguments: ["", " \n", "<html>", "  <!DOCTYPE html>", "Error", "\u{1}{}"])
    func `A body that cannot be JSON is refused`(text: String) {
        #expect(throws: UpstreamFailure.self) { try check(text) }
    }

    @Test func `An HTML page is refused by its content type or its first tag`() {
        for kind in [UpstreamRequest.Body.json, .xml, .text] {
            for type in ["text/html", "Text/HTML; charset=utf-8", "application/xhtml+xml"] {
                #expect(throws: UpstreamFailure.self) { try check("{}", kind, type: type) }
            }
        }
        #expect(throws: UpstreamFailure.self) { try check("\n<!DocType  HTML>", .xml) }
        #expect(throws: UpstreamFailure.self) { try check("<!doctype html><p>", .xml) }
        #expect(throws: UpstreamFailure.self) { try check("<HTML>", .xml) }
    }

    @Test func `JSON and text must be UTF-8, XML may have any encoding`() throws {
        let cyrillic: [UInt8] = [0x7B, 0x22, 0xCC, 0xE8, 0x22, 0x7D]
        #expect(throws: UpstreamFailure.self) {
            try BodyCheck.checked(cyrillic, as: .json, contentType: "application/json; charset=windows-1251")
        }
        #expect(throws: UpstreamFailure.self) { try BodyCheck.checked(cyrillic, as: .text, contentType: nil) }
        let xml: [UInt8] = Array("<?xml version=\"1.0\" encoding=\"windows-1251\"?><a>".utf8) + [0xCC, 0xE8]
        #expect(try BodyCheck.checked(xml, as: .xml, contentType: nil).body == xml)
        let wide: [UInt8] = [0xFE, 0xFF, 0x00, 0x3C]
        #expect(try BodyCheck.checked(wide, as: .xml, contentType: nil).body == wide)
        #expect(throws: UpstreamFailure.self) { try check("{}", .xml) }
    }

    @Test(
        arguments: [
            ("text/xml; charset=windows-1251", "windows-1251"), ("text/xml;Charset=\"UTF-8\"", "utf-8"),
            ("text/xml ; a=b; charset = KOI8-R ; c", "koi8-r"), ("text/xml", nil), ("text/xml; charset=", nil),
            ("charset=utf-8", nil), ("", nil), (nil, nil),
        ] as [(String?, String?)])
    func `The byte order mark determines the character set, otherwise the Content-Type does`(
        type: String?, charset: String?
    ) throws {
        #expect(try BodyCheck.checked(Array("<a/>".utf8), as: .xml, contentType: type).charset == charset)
        let marked = Array("\u{feff}<a/>".utf8)
        #expect(try BodyCheck.checked(marked, as: .xml, contentType: type).charset == "utf-8")
        for wide in [[0xFE, 0xFF, 0x00, 0x3C], [0xFF, 0xFE, 0x3C, 0x00]] as [[UInt8]] {
            #expect(try BodyCheck.checked(wide, as: .xml, contentType: type).charset == "utf-16")
        }
    }

    @Test(arguments: [
        "<rss version='2.0'>", "\n <?xml version='1.0'?>\n<!-- a > b --><feed xmlns='x'>", "\u{feff}<rdf:RDF a=''>",
        "<?xml version='1.0'?><?xml-stylesheet href='x'?><rss>", "<rss/>",
    ])
    func `A body that begins as a feed is accepted with any content type`(text: String) throws {
        for type in ["text/html; charset=utf-8", "application/xhtml+xml", "text/plain", "application/octet-stream"] {
            #expect(try check(text, .xml, type: type).hasSuffix(text.suffix(4)))
        }
        #expect(throws: UpstreamFailure.self) { try check(text, .json, type: "text/html") }
    }

    @Test(arguments: [
        "<?xml version='1.0'?><html xmlns='x'>", "<!-- <rss> --><html>",
        "<?xml version='1.0'?><!DOCTYPE html><html>",
        "<rssx>", "<div><rss>", "<!-- <rss>", "<?xml <rss>", "rss", "<", "<!DOCTYPE rss><rss>",
    ])
    func `A body served as HTML that does not begin as a feed is refused`(text: String) {
        #expect(throws: UpstreamFailure.self) { try check(text, .xml, type: "text/html") }
    }

    @Test func `XHTML is refused, also if it is served as XML`() {
        #expect(throws: UpstreamFailure.self) {
            try check("<?xml version='1.0'?><HTML xmlns='x'>", .xml, type: "application/xml")
        }
    }
}

@Suite struct AnswerRuleTests {
    private func judge(
        _ status: Int, _ headers: HTTPHeaders = [:], body: String = "{}",
        request: UpstreamRequest = UpstreamRequest(path: "/"), policy: HostPolicy = HostPolicy()
    ) -> AnswerRule.Judgement {
        AnswerRule(policy: policy, request: request).judge(
            HTTPResponse(status: status, headers: headers, body: Array(body.utf8)),
            now: instant("2026-03-02T09:00:00Z"))
    }

    private func failure(_ judgement: AnswerRule.Judgement) -> UpstreamFailure? {
        if case .failure(let failure) = judgement.result { failure } else { nil }
    }

    @Test func `200 yields the body, its character set and its validators`() throws {
        let judgement = judge(
            200,
            [
                "ETag": "W/\"1\"", "Last-Modified": "yesterday", "Content-Type": "application/json; charset=UTF-8",
            ])
        guard case .success(.body(let body, let validators, let charset)) = judgement.result else {
            return #expect(Bool(false))
        }
        #expect(body == Array("{}".utf8))
        #expect(charset == "utf-8")
        #expect(validators == Validators(entityTag: "W/\"1\"", lastModified: "yesterday"))
        #expect(judgement.verdict == .healthy)
    }

    @Test func `Validators that could break a request are dropped`() throws {
        for tag in ["", "a\tb", String(repeating: "x", count: 257), "\u{e9}"] {
            guard case .success(.body(_, let validators, _)) = judge(200, ["ETag": tag]).result else {
                return #expect(Bool(false))
            }
            #expect(validators.entityTag == nil)
        }
    }

    @Test func `304 is accepted for conditional requests only`() {
        let request = UpstreamRequest(path: "/", validators: Validators(entityTag: "\"1\""))
        guard case .success(.notModified) = judge(304, body: "", request: request).result else {
            return #expect(Bool(false))
        }
        #expect(failure(judge(304, body: "")) != nil)
    }

    @Test(arguments: [404, 410])
    func `404 and 410 mean absence, whatever the body`(status: Int) {
        let judgement = judge(status, body: "<html>")
        guard case .success(.absent) = judgement.result else { return #expect(Bool(false)) }
        #expect(judgement.verdict == .healthy)
    }

    @Test func `429 pauses for its Retry-After, or for the policy's time`() {
        #expect(judge(429, ["Retry-After": "7"]).verdict == .pause(.seconds(7)))
        #expect(judge(429, ["Retry-After": "Mon, 02 Mar 2026 09:00:42 GMT"]).verdict == .pause(.seconds(42)))
        #expect(judge(429).verdict == .pause(.seconds(60)))
        #expect(failure(judge(429, ["Retry-After": "nonsense"])) == .limited(retryAfter: nil))
        #expect(failure(judge(503, ["Retry-After": "5"])) == .limited(retryAfter: .seconds(5)))
        #expect(!judge(429).mayRetry)
    }

    @Test func `Without Retry-After, the body may name the exceeded limit, and the pause is bounded`() {
        let policy = HostPolicy {
            $0.limitWindow = { body in
                switch String(decoding: body, as: UTF8.self) {
                case "minute": .minute
                case "hour": .hour
                case "day": .day
                default: nil
                }
            }
        }
        // It is 09:00:00, so a whole minute or hour is left.
        for (body, pause) in [("minute", Duration.seconds(61)), ("hour", .seconds(3_601)), ("day", .seconds(21_600))] {
            #expect(judge(429, body: body, policy: policy).verdict == .pause(pause), "\(body)")
            #expect(failure(judge(429, body: body, policy: policy)) == .limited(retryAfter: pause), "\(body)")
            #expect(judge(429, ["Retry-After": "7"], body: body, policy: policy).verdict == .pause(.seconds(7)))
        }
        #expect(judge(429, body: "?", policy: policy).verdict == .pause(.seconds(60)))
        let late = instant("2026-12-31T23:59:58.500Z")
        for window in [LimitWindow.minute, .hour, .day] { #expect(window.rest(at: late) == .milliseconds(2_500)) }
    }

    @Test(arguments: [401, 403])
    func `401 and 403 pause only if the policy says so`(status: Int) {
        #expect(judge(status).verdict == .healthy)
        let policy = HostPolicy { $0.pauseWhenDenied = .seconds(600) }
        #expect(judge(status, policy: policy).verdict == .pause(.seconds(600)))
    }

    @Test func `A refusal with status 200 pauses as one with its own status does`() {
        let policy = HostPolicy {
            $0.pauseWhenDenied = .seconds(600)
            $0.statusInBody = { body in body == Array("{}".utf8) ? nil : body == Array("[1]".utf8) ? 429 : 403 }
        }
        #expect(judge(200, body: "{}", policy: policy).verdict == .healthy)
        #expect(judge(200, body: "[1]", policy: policy).verdict == .pause(.seconds(60)))
        #expect(judge(200, body: "[2]", policy: policy).verdict == .pause(.seconds(600)))
        #expect(judge(500, body: "[1]", policy: policy).verdict == .failing)
    }

    @Test func `Only 502, 503 and 504 are retried`() {
        for status in [502, 503, 504] {
            #expect(judge(status).mayRetry)
            #expect(judge(status).verdict == .failing)
        }
        for status in [400, 401, 403, 408, 418, 422, 500, 501, 505] { #expect(!judge(status).mayRetry) }
        #expect(judge(500).verdict == .failing)
        let policy = HostPolicy { $0.itemErrorStatuses = [500] }
        #expect(judge(500, body: "{}", policy: policy).verdict == .healthy)
        #expect(judge(500, body: "<html>", policy: policy).verdict == .failing)
        #expect(judge(501, body: "{}", policy: policy).verdict == .failing)
        #expect(judge(400).verdict == .healthy)
        for status in [201, 204, 206, 300, 305] {
            #expect(failure(judge(status)) == .unreadable("status \(status)"))
        }
    }

    @Test func `An HTML page with status 200 is a failure of the third party`() {
        #expect(judge(200, body: "<html>").verdict == .failing)
        #expect(!judge(200, body: "<html>").mayRetry)
    }

    @Test func `The body of a refusal is cut, and keys in it are masked`() {
        let request = UpstreamRequest(path: "/", secrets: [("appid", "a secret"), ("empty", "")])
        #expect(
            failure(judge(400, body: "key 'a secret' (a%20secret) is wrong", request: request))
                == .rejected(status: 400, body: Array("key '***' (***) is wrong".utf8)))
        guard case .rejected(_, let body)? = failure(judge(400, body: String(repeating: "x", count: 100_000))) else {
            return #expect(Bool(false))
        }
        #expect(body.count == 16_384)
    }
}
