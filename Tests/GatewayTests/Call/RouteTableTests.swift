import Contract
import Contracts
import Testing

@testable import Gateway

@Suite struct RouteTableTests {
    private let table: RouteTable

    init() throws { table = try RouteTable(Sample.methods) }

    private func match(_ verb: HTTPBinding.Verb?, _ path: String) -> String {
        let bytes = Array(path.utf8)
        return bytes.withUnsafeBytes { path in
            switch table.match(verb, path) {
            case .notFound: return "-"
            case .verbNotAllowed(let verbs): return "only " + verbs.map(\.rawValue).sorted().joined(separator: ",")
            case .route(let route, let values):
                let texts = (0..<values.count).map { String(decoding: bytes[values[$0]], as: UTF8.self) }
                return ([route.declaration.name] + texts).joined(separator: " ")
            }
        }
    }

    private func name(_ text: String) -> String? {
        Array(text.utf8).withUnsafeBytes { table.route(named: $0)?.declaration.name }
    }

    @Test func `Every public method of the contract is found by its name and by its path`() throws {
        let table = try RouteTable()
        #expect(table.routes.count == Methods.public.count)
        for (index, method) in Methods.public.enumerated() {
            let declaration = method.declaration
            let named = Array(declaration.name.utf8).withUnsafeBytes { table.route(named: $0) }
            #expect(named?.declaration.name == declaration.name)
            #expect(named?.index == index)
            let http = try #require(declaration.http)
            let path = http.path.split(separator: "/").map { $0.hasPrefix("{") ? "some-value" : String($0) }
            let found = Array(("/" + path.joined(separator: "/")).utf8).withUnsafeBytes { table.match(http.verb, $0) }
            guard case .route(let route, let values) = found else {
                Issue.record("\(http.path) is not found")
                continue
            }
            #expect(route === named)
            #expect(values.count == http.pathParameters.count)
        }
    }

    @Test func `Internal methods and malformed names are not found`() {
        #expect(name("sample.get") == "sample.get")
        for other in ["sample.inner", "sample.ge", "sample.gett", "Sample.get", "", "sample.get ", "auth.login"] {
            #expect(name(other) == nil)
        }
        for index in 0..<5000 { #expect(name("sample.x\(index)") == nil) }
    }

    @Test(arguments: [
        ("/v1/things", "sample.find"), ("/v1/things/7", "sample.get 7"), ("/v1/things/latest", "sample.latest"),
        ("/v1/things/Latest", "sample.get Latest"), ("/v1/things/latest2", "sample.get latest2"),
        ("/v1/things/lates", "sample.get lates"), ("/v1/things/7/parts/9", "sample.part 7 9"),
        ("/v1/things/latest/parts/9", "sample.part latest 9"), ("/v1/things/a%20b", "sample.get a%20b"),
        ("/v1/things/...", "sample.get ..."), ("/v1/things/.x", "sample.get .x"),
        ("/v1/things/%D0%B7", "sample.get %D0%B7"), ("/v1/things/{id}", "sample.get {id}"),
        ("/v1/things/a+b", "sample.get a+b"), ("/v1/things/a;b=c", "sample.get a;b=c"),
    ])
    func `A verb and a path lead to a method, literal segments before parameters`(path: String, found: String) {
        #expect(match(.get, path) == found)
    }

    @Test(arguments: [
        "", "/", "v1/things", "//v1/things", "/v1//things", "/v1/things/", "/v1/things//", "/v1/things/7/",
        "/v1/./things", "/v1/things/.", "/v1/things/..", "/v1/../v1/things", "/v1/things/%2e", "/v1/things/%2E%2e",
        "/v1/things/.%2e", "/v1/things/a%2Fb", "/v1/things/a%2fb", "/v1/things/a%5Cb", "/v1/things/a\\b",
        "/v1/things/a%00", "/v1/things/%00", "/v1/things/%", "/v1/things/%2", "/v1/things/%zz", "/v1/things/%2G",
        "/v1/things/%ff", "/v1/things/%C0%AF", "/v1/things/%ED%A0%80", "/v1/things/%F4%90%80%80", "/V1/things",
        "/v1/thing", "/v1/things2", "/v1/%74hings", "/v1/things/7/parts", "/v1/things/7/parts/9/10", "/v1",
        "/v1/things/7/parts/", "/v1/things/7//9", "/v1/things/7/Parts/9", "/\u{0}v1/things",
    ])
    func `Only exact paths match`(path: String) {
        #expect(match(.get, path) == "-")
        #expect(match(nil, path) == "-")
    }

    @Test func `A path that exists for other verbs only names them`() {
        #expect(match(.delete, "/v1/things") == "only GET,POST")
        #expect(match(nil, "/v1/things") == "only GET,POST")
        #expect(match(.post, "/v1/things/7") == "only GET")
        #expect(match(.post, "/v1/things/latest") == "only GET")
        #expect(match(.post, "/v1/things") == "sample.create")
        #expect(match(.post, "/v1/things/7/parts/9/name") == "sample.rename 7 9")
    }

    @Test func `The search for a path with very many segments ends early`() {
        #expect(match(.get, String(repeating: "/things", count: 100_000)) == "-")
    }

    private enum Twin: Method {
        typealias Params = Sample.ID
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "sample.twin", service: .museums, access: .anyone, http: .get("/v1/things/{id}"),
            idempotency: .idempotent)
    }

    private enum Namesake: Method {
        typealias Params = Empty
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "sample.get", service: .museums, access: .anyone, http: .get("/v1/other"),
            idempotency: .idempotent)
    }

    private enum Stranger: Method {
        typealias Params = Empty
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "sample.stranger", service: .museums, access: .anyone, http: .get("/v1/strangers/{id}"),
            idempotency: .idempotent)
    }

    private enum Nested: Method {
        struct Params: Codable, Sendable { var places: [Sample.Place] }
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "sample.nested", service: .museums, access: .anyone, http: .get("/v1/nested"),
            idempotency: .idempotent)
    }

    @Test func `A contract that cannot be routed is refused with a fault that names the method`() {
        func fault(_ methods: [any Method.Type]) -> String? {
            do {
                _ = try RouteTable(methods)
                return nil
            } catch { return error.description }
        }
        #expect(fault([Sample.Get.self, Twin.self]) == "sample.twin and sample.get share /v1/things/{id}")
        #expect(fault([Sample.Get.self, Namesake.self]) == "two methods are called sample.get")
        #expect(fault([Stranger.self]) == "sample.stranger: {id} is not a plain member of the parameters")
        #expect(fault([Nested.self]) == "sample.nested: the parameter places cannot be written in a query")
        #expect(fault(Sample.methods) == nil)
    }
}

@Suite struct RequestTargetTests {
    private func parts(_ text: String) -> [String?]? {
        Array(text.utf8).withUnsafeBytes { bytes in
            RequestTarget(bytes).map {
                [String(decoding: $0.path, as: UTF8.self), $0.query.map { String(decoding: $0, as: UTF8.self) }]
            }
        }
    }

    @Test func `A target is a path and everything after the first question mark`() {
        #expect(parts("/v1/things") == ["/v1/things", nil])
        #expect(parts("/v1/things?") == ["/v1/things", ""])
        #expect(parts("/v1?a=b?c") == ["/v1", "a=b?c"])
        #expect(parts("/") == ["/", nil])
    }

    @Test func `The authority of an absolute URL is skipped`() {
        #expect(parts("https://vokol.example/v1?a=b") == ["/v1", "a=b"])
        #expect(parts("HTTP://vokol.example:8443/") == ["/", nil])
    }

    @Test(arguments: [
        "", "*", "v1/things", "vokol.example:443", "https://", "https://vokol.example",
        "https://vokol.example?a=/b",
        "ftp://vokol.example/v1", "/v1#top", "/v1?a#b", "/v1 x", "/v1\tx", "/v1\u{7F}", "/v1\nx", "\u{0}/v1",
        "/\u{0}",
    ])
    func `Other forms are refused`(target: String) {
        #expect(parts(target) == nil)
    }
}
