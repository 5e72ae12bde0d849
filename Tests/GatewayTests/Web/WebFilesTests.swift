import Foundation
import ServiceRuntime
import Testing
import Values

@testable import Gateway

@Suite struct WebFilesTests {
    private static func fault(_ build: WebBuild) -> String {
        do throws(WebFault) {
            _ = try WebFiles(directory: build.directory, settings: "{}", run: { $0() })
            return ""
        } catch {
            return error.description
        }
    }

    @Test func `A complete build has no fault`() throws {
        #expect(try Self.fault(WebBuild()) == "")
    }

    @Test(arguments: [
        ("path", "worker.js", "worker.js is not a path"), ("path", "/v1/x", "/v1/x belongs to the gateway"),
        ("path", "/web-settings.json", "belongs to the gateway"), ("path", "/.well-known/x", "belongs to the gateway"),
        ("path", "/index.en.html", "is listed twice"), ("path", "/a b", "is not a path"),
        ("sha256", "00", "has no sha256"), ("sha256", String(repeating: "0", count: 64), "has not the sha256"),
        ("type", "", "has no type"), ("type", "text/javascript\r\nX: y", "has no type"),
    ])
    func `A wrong entry is named`(member: String, value: String, fault: String) throws {
        let build = try WebBuild()
        try build.change("/worker.js", member, to: value)
        #expect(Self.fault(build).contains(fault), "\(Self.fault(build))")
    }

    @Test(arguments: ["../worker.js", "/etc/hostname", "assets/../../x", ""])
    func `A file outside the directory is refused`(file: String) throws {
        let build = try WebBuild()
        try build.change("/worker.js", "identity", to: ["file": file, "size": 6])
        #expect(Self.fault(build).contains("is outside the directory"))
    }

    @Test func `A missing, shortened or huge file is named`() throws {
        var build = try WebBuild()
        try build.remove("assets/main-AB.js.br")
        #expect(Self.fault(build).contains("assets/main-AB.js.br: No such file"))
        build = try WebBuild()
        try build.write("as", to: "assets/main-AB.js.gz")
        #expect(Self.fault(build).contains("main-AB.js.gz has 2 bytes, and not 7 as listed"))
        build = try WebBuild()
        try build.change("/worker.js", "identity", to: ["file": "worker.js", "size": 1 << 30])
        #expect(Self.fault(build).contains("worker.js exceeds"))
    }

    @Test func `A list that is missing or no list is a clear fault`() throws {
        let build = try WebBuild()
        try build.write("[]", to: "web.json")
        #expect(Self.fault(build).contains("web.json is not a list of files"))
        try build.remove("web.json")
        #expect(Self.fault(build).contains("web.json: No such file"))
        let lacking = try WebBuild()
        lacking.shells["en"] = nil
        try lacking.list()
        #expect(Self.fault(lacking).contains("there is no English page"))
        lacking.shells["en"] = "/index.xx.html"
        try lacking.list()
        #expect(Self.fault(lacking).contains("the page /index.xx.html of en is not listed"))
    }

    @Test func `A page that is missing in a language is that of the next one`() throws {
        let build = try WebBuild()
        build.shells["be"] = nil
        try build.list()
        let files = try #require(try build.site().files)
        #expect(files.shells.page(in: .belarusian).language == .russian)
    }

    @Test func `A route begins with its own page, or else with that of all routes`() throws {
        let build = try WebBuild()
        for name in ["museum", "museums"] {
            try build.add(
                "/index.ru.\(name).html", "text/html; charset=utf-8", "revalidate", ["identity": "<html> \(name)"])
        }
        build.pages = ["/museums": ["ru": "/index.ru.museums.html"], "/museums/*": ["ru": "/index.ru.museum.html"]]
        try build.list()
        let client = try WebConnection(build.site())
        func page(_ path: String, _ language: String) throws -> String {
            try client.get(path, ["Accept-Language: \(language)"]).text
        }
        #expect(try page("/museums", "ru") == "<html> museums")
        #expect(try page("/museums/louvre", "ru") == "<html> museum")
        #expect(try page("/museums", "en") == "<html lang=en>")
        #expect(try page("/", "ru") == "<html lang=ru>")
        build.routes += ["/museums/near/*"]
        build.pages["/museums/near/*"] = ["ru": "/index.ru.museums.html"]
        try build.list()
        let nested = try WebConnection(build.site())
        let nearby = try nested.get("/museums/near/minsk", ["Accept-Language: ru"]).text
        #expect(nearby == "<html> museums", "the longest route decides")
        build.pages = ["/museums": ["ru": "/index.ru.other.html"]]
        try build.list()
        #expect(Self.fault(build).contains("/index.ru.other.html of /museums in ru is not listed"))
        build.pages = ["/park": [:]]
        try build.list()
        #expect(Self.fault(build).contains("/park has pages, and is not a route"))
    }

    @Test func `Bytes are in memory only once they were asked for, and stay through a reload`() throws {
        let build = try WebBuild()
        let site = try build.site()
        func kept() throws -> Int {
            guard case .file(let file)? = Array("/worker.js".utf8).withUnsafeBytes({ site.files?.match($0) }) else {
                return -1
            }
            return file.contents.map(\.keptBytes).reduce(0, +)
        }
        #expect(try kept() == 0)
        #expect(try WebConnection(site).get("/worker.js").status == 200)
        #expect(try kept() == 6)
        _ = try site.reload()
        #expect(try kept() == 6)
    }

    @Test(arguments: [
        "http://t.example.org/{z}/{x}/{y}.png", "https://t.example.org/{z}/{x}.png", "https://{z}/{x}/{y}",
        "https://t.example.org; script-src *//{z}/{x}/{y}", "https://t.example.org/{z}/{x}/{y}.png?a='",
        "https:///{z}/{x}/{y}", "https://a b/{z}/{x}/{y}", "https://t.example.org/{z}/{x}/{y};a",
        "https://t.example.org{z}{x}{y}", "{z}{x}{y}",
    ])
    func `A tile server that could change the policy of pages is refused`(template: String) {
        #expect(throws: WebFault.self) { _ = try TileServer(template: template, attribution: "") }
    }

    @Test func `No tile server is no fault`() throws {
        #expect(try TileServer(template: "", attribution: "x") == nil)
        #expect(try TileServer(template: "https://[::1]:9/{z}/{x}/{y}", attribution: "")?.origin == "https://[::1]:9")
    }

    @Test func `A gateway with an unusable web client does not start, and names the setting`() async throws {
        let missing = "\(try WebBuild().directory)-missing"
        await #expect {
            try await withGateway(["--web-directory", missing]) { _, _ in }
        } throws: { error in
            (error as? SettingFault)?.name == "web.directory" && "\(error)".contains("web.json")
        }
    }

    @Test func `A gateway with a web client serves it over TLS`() async throws {
        let build = try WebBuild()
        let answer = try await withGateway(["--web-directory", build.directory]) { gateway, _ in
            let client = try await TestClient.connect(port: gateway.port, alpn: ["http/1.1"])
            try await client.send("GET /museums HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return try await client.untilClosed()
        }
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.hasSuffix("<html lang=en>"))
    }
}
