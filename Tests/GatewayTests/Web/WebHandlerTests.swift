import NIOCore
import Synchronization
import Testing

@testable import Gateway

/// Tests of the web client's answers over HTTP.
@Suite struct WebHandlerTests {
    private static let script = "/assets/main-AB.js"

    @Test(
        arguments: [
            (nil, nil, "console.log(1)"), ("gzip, deflate, br", "br", "as br"), ("gzip", "gzip", "as gzip"),
            ("br;q=0.5, gzip;q=0.8", "gzip", "as gzip"), ("br;q=0, gzip;q=0", nil, "console.log(1)"),
            ("deflate", nil, "console.log(1)"), ("*", "br", "as br"), ("*;q=0", nil, "console.log(1)"),
        ] as [(String?, String?, String)])
    func `A file comes in the coding that the browser prefers`(
        accepted: String?, coding: String?, body: String
    ) throws {
        let build = try WebBuild()
        let answer = try WebConnection(build.site()).get(Self.script, accepted.map { ["Accept-Encoding: \($0)"] } ?? [])
        #expect(answer.status == 200)
        #expect(answer["Content-Encoding"] == coding)
        #expect(answer.text == body)
        #expect(answer["Content-Length"] == "\(body.utf8.count)")
        #expect(answer["Content-Type"] == "text/javascript; charset=utf-8")
        #expect(answer["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(answer["Vary"] == "Accept-Encoding")
        #expect(answer["X-Content-Type-Options"] == "nosniff")
        #expect(answer["Cross-Origin-Resource-Policy"] == "same-origin")
    }

    @Test func `A file's tag differs with its coding, and gets a 304`() throws {
        let build = try WebBuild()
        let client = try WebConnection(build.site())
        let codings = ["identity", "gzip", "br"].map { "Accept-Encoding: \($0)" }
        let tags = try codings.map { try #require(client.get(Self.script, [$0])["ETag"]) }
        #expect(Set(tags).count == 3)
        #expect(tags[0] == "\"\(WebBuild.digest("console.log(1)").prefix(32))\"")
        for (coding, tag) in zip(codings, tags) {
            for form in [tag, "\"x\", W/\(tag)", "*"] {
                let answer = try client.get(Self.script, [coding, "If-None-Match: \(form)"])
                #expect(answer.status == 304)
                #expect(answer["ETag"] == tag && answer["Vary"] == "Accept-Encoding")
                #expect(answer["Content-Length"] == nil && answer["Content-Type"] == nil && answer.body.isEmpty)
            }
        }
        #expect(try client.get(Self.script, [codings[1], "If-None-Match: \(tags[0])"]).status == 200)
    }

    @Test func `HEAD has the head of GET and no body, and other verbs are not allowed`() throws {
        let build = try WebBuild()
        let client = try WebConnection(build.site())
        for target in [Self.script, "/museums"] {
            let (get, head) = (try client.get(target), try client.get(target, verb: "HEAD"))
            #expect(head.status == 200 && head.body.isEmpty && !get.body.isEmpty)
            for name in ["Content-Length", "Content-Type", "ETag", "Vary", "Cache-Control"] {
                #expect(head[name] == get[name])
            }
            let refused = try client.get(target, verb: "DELETE")
            #expect(refused.status == 405 && refused["Allow"] == "GET, HEAD")
        }
    }

    @Test(arguments: [("", "en"), ("ru-RU, en;q=0.5", "ru"), ("be", "be"), ("de", "en")])
    func `A route of the client answers with the page of the language`(accepted: String, language: String) throws {
        let build = try WebBuild()
        let client = try WebConnection(build.site())
        for target in ["/", "/museums", "/museums/by-mir/map", "/museums?q=%D0%BC&view=map", "/?x"] {
            let answer = try client.get(target, accepted.isEmpty ? [] : ["Accept-Language: \(accepted)"])
            #expect(answer.status == 200, "\(target)")
            #expect(answer.text == "<html lang=\(language)>")
            #expect(answer["Content-Language"] == language)
            #expect(answer["Vary"] == "Accept-Language, Accept-Encoding")
            #expect(answer["Cache-Control"] == "no-cache")
            let tag = try #require(answer["ETag"])
            let fields = ["Accept-Language: \(language)", "If-None-Match: \(tag)"]
            #expect(try client.get(target, fields).status == 304)
        }
    }

    @Test(arguments: [
        "/nowhere", "/museum", "/museums/", "/assets/main-XX.js", "/assets/../web.json", "/web.json", "/%6Duseums",
    ])
    func `An unknown path is a page for a browser that asks for one, and a problem for a program`(
        path: String
    ) throws {
        let build = try WebBuild()
        let client = try WebConnection(build.site())
        let page = try client.get(path, ["Accept: text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language: be"])
        #expect(page.status == 404)
        #expect(page.text == "<html lang=be>")
        #expect(page["Cache-Control"] == "no-store" && page["ETag"] == nil)
        let tag = try #require(try client.get("/", ["Accept-Language: be"])["ETag"])
        let known = try client.get(path, ["Accept: text/html", "Accept-Language: be", "If-None-Match: \(tag)"])
        #expect(known.status == 404, "the tag is that of the page at its own path")
        for accepted in [["Accept: */*"], ["Accept: application/json, text/html;q=0.5"], []] {
            let problem = try client.get(path, accepted)
            #expect(problem.status == 404 && problem["Content-Type"] == "application/problem+json")
        }
    }

    @Test(arguments: ["/v1", "/v1/nowhere", "/.well-known/nowhere", "/problems/nowhere", "/rpc/x", "/openapi.json/x"])
    func `Paths of the gateway never answer with a page`(path: String) throws {
        let build = try WebBuild()
        build.routes.append("/*")
        try build.list()
        let answer = try WebConnection(build.site()).get(path, ["Accept: text/html"])
        #expect(answer.status == 404 && answer["Content-Type"] == "application/problem+json")
    }

    @Test func `A page may load nothing from elsewhere, and other files have a short policy`() throws {
        let build = try WebBuild()
        let client = try WebConnection(build.site())
        let page = try client.get("/")
        #expect(
            page["Content-Security-Policy"] == """
                default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; \
                connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
                frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types vokol default
                """)
        #expect(page["Cross-Origin-Opener-Policy"] == "same-origin")
        #expect(page["Cross-Origin-Resource-Policy"] == "same-origin")
        #expect(page["Origin-Agent-Cluster"] == "?1")
        #expect(page["Referrer-Policy"] == "same-origin")
        #expect(page["X-Content-Type-Options"] == "nosniff")
        #expect(page["Strict-Transport-Security"] == "max-age=31536000")
        #expect(page["Permissions-Policy"]?.hasPrefix("geolocation=(self), otp-credentials=(self), camera=()") == true)
        #expect(try client.get("/index.ru.html")["Content-Security-Policy"] == page["Content-Security-Policy"])
        let worker = try client.get("/worker.js")
        #expect(worker["Content-Security-Policy"]?.contains("connect-src 'self'") == true)
        #expect(worker["Cache-Control"] == "no-cache" && worker["Vary"] == nil)
    }

    @Test func `A tile server is allowed by its origin, and told to the client`() throws {
        let build = try WebBuild()
        let tiles = try TileServer(template: "https://t.example.org:444/a/{z}/{x}/{y}.png", attribution: "© \"T\"")
        let client = try WebConnection(build.site(tiles: tiles))
        let policy = try client.get("/")["Content-Security-Policy"]
        #expect(policy?.contains("img-src 'self' blob: data: https://t.example.org:444;") == true)
        #expect(try client.get("/")["Referrer-Policy"] == "strict-origin-when-cross-origin")
        let settings = try client.get("/web-settings.json")
        #expect(settings["Content-Type"] == "application/json" && settings["Cache-Control"] == "no-cache")
        #expect(
            settings.text
                == #"{"tiles":{"template":"https://t.example.org:444/a/{z}/{x}/{y}.png","attribution":"© \"T\""}}"#)
        #expect(try WebConnection(build.site()).get("/web-settings.json").text == #"{"tiles":null}"#)
    }

    @Test func `Password managers find the page, and crawlers the rules`() throws {
        let build = try WebBuild()
        let client = try WebConnection(build.site())
        let moved = try client.get("/.well-known/change-password")
        #expect(moved.status == 302 && moved["Location"] == "/account/password" && moved["Content-Length"] == "0")
        let robots = try client.get("/robots.txt")
        #expect(robots["Content-Type"] == "text/plain; charset=utf-8")
        #expect(robots.text.contains("Disallow: /v1/"))
    }

    @Test(arguments: ["/", "/robots.txt", "/web-settings.json", "/.well-known/change-password", "/assets/main-AB.js"])
    func `Without a web client its paths do not exist`(path: String) throws {
        let answer = try WebConnection().get(path, ["Accept: text/html"])
        #expect(answer.status == 404 && answer["Content-Type"] == "application/problem+json")
    }

    @Test func `Files cost no anonymous call, only the guard of the address`() throws {
        let build = try WebBuild()
        var policies = CallGate.Policies()
        policies.address = LimitPolicy(name: "address", rate: 0.002, burst: 1)
        policies.guardLimit = LimitPolicy(name: "guard", rate: 0.002, burst: 8)
        let client = try WebConnection(build.site(), policies: policies)
        #expect(try client.get("/openapi.json").status == 200)
        #expect(try client.get("/openapi.json").status == 429)
        for target in [Self.script, "/", "/web-settings.json", "/museums/x", "/.well-known/change-password"] {
            let answer = try client.get(target)
            #expect(answer.status == 200 || answer.status == 302, "\(target)")
            #expect(answer["RateLimit"] == nil)
        }
        #expect(try client.get("/nowhere", ["Accept: text/html"]).status == 404)
        let refused = try client.get(Self.script)
        #expect(refused.status == 429 && refused.text.contains(#""reason":"address""#))
    }

    @Test func `Malformed requests for events are charged to their address`() throws {
        var policies = CallGate.Policies()
        policies.address = LimitPolicy(name: "address", rate: 0.002, burst: 2)
        let client = try WebConnection(WebBuild().site(), policies: policies)
        for status in [422, 422, 429] {
            #expect(try client.get("/v1/events?topics=nowhere").status == status)
        }
    }

    @Test func `A file that is being replaced is not served, and the bytes in memory are served on`() throws {
        let build = try WebBuild()
        let faults = Mutex<[String]>([])
        let site = try WebSite(
            directory: build.directory, run: { $0() },
            onFault: { fault in faults.withLock { $0.append(fault.description) } })
        let client = try WebConnection(site)
        #expect(try client.get(Self.script).text == "console.log(1)")
        try build.write("console.log(2)", to: "assets/main-AB.js")
        #expect(try client.get(Self.script).text == "console.log(1)")
        try build.write("as b", to: "assets/main-AB.js.br")
        let refused = try client.get(Self.script, ["Accept-Encoding: br"])
        #expect(refused.status == 503 && refused["Content-Type"] == "application/problem+json")
        #expect(refused["Content-Encoding"] == nil && refused["Retry-After"] == "1")
        #expect(faults.withLock { $0.map { $0.contains("main-AB.js.br has changed") } } == [true])
        try build.write("as br", to: "assets/main-AB.js.br")
        #expect(try client.get(Self.script, ["Accept-Encoding: br"]).text == "as br")
    }

    @Test func `A file that is read while the client waits is answered when it is there`() throws {
        let build = try WebBuild()
        let work = DelayedWork()
        let client = try WebConnection(WebSite(directory: build.directory, run: { work.add($0) }))
        #expect(try client.get(Self.script).status == 0)
        #expect(try client.get("/worker.js").status == 0)
        work.run()
        let first = try client.answer()
        #expect(first.status == 200 && first.text.hasPrefix("console.log(1)"))
        work.run()
        #expect(try client.answer().text == "worker")
    }

    @Test func `A reload serves the new files, and keeps the old ones if the new ones are unusable`() throws {
        let build = try WebBuild()
        let site = try build.site()
        let client = try WebConnection(site)
        #expect(try client.get("/worker.js").text == "worker")
        try build.add("/worker.js", "text/javascript", "revalidate", ["identity": "new worker"])
        try build.list(version: "2")
        #expect(try site.reload() == "2")
        #expect(try client.get("/worker.js").text == "new worker")
        try build.remove("worker.js")
        #expect(throws: WebFault.self) { try site.reload() }
        #expect(site.files?.version == "2")
        #expect(try client.get("/worker.js").text == "new worker")
    }
}

/// Blocking work that runs when the test says so.
private final class DelayedWork: @unchecked Sendable {
    // Used from the test's thread only.
    private var waiting: [@Sendable () -> Void] = []

    func add(_ work: @escaping @Sendable () -> Void) { waiting.append(work) }

    func run() {
        let now = waiting
        waiting = []
        for work in now { work() }
    }
}
