import Contract
import Contracts
import Foundation
import Testing

@Suite struct OpenRPCTests {
    private static func methods(_ document: JSONNode) -> [JSONNode] {
        guard case .array(let methods)? = document["methods"] else { return [] }
        return methods
    }

    private static func items(_ node: JSONNode?) -> [JSONNode] {
        if case .array(let items)? = node { items } else { [] }
    }

    private static func method(_ name: String, _ document: JSONNode) throws -> JSONNode {
        try #require(methods(document).first { $0["name"]?.text == name })
    }

    @Test func `The document names every public method once, those of the protocol, and no internal one`() throws {
        let document = try OpenRPCDocument.build(methods: Methods.all, topics: Methods.topics)
        let names = Self.methods(document).compactMap { $0["name"]?.text }
        let own = [
            "rpc.authenticate", "rpc.discover", "rpc.cancel", "rpc.pong", "rpc.subscribe", "rpc.unsubscribe",
        ]
        #expect(names == Methods.public.map { $0.declaration.name } + own)
        #expect(Set(names).count == names.count)
        #expect(!document.serialized().contains("auth.revocations"))
    }

    @Test func `Parameters are listed by name, required ones first`() throws {
        let document = try OpenRPCDocument.build(methods: Methods.public, topics: Methods.topics)
        for method in Self.methods(document) {
            let required = Self.items(method["params"]).map { $0["required"] == true }
            #expect(required == required.filter { $0 } + required.filter { !$0 }, "\(method["name"]?.text ?? "")")
            #expect(method["paramStructure"] == "by-name")
        }
        let search = try Self.method("museums.search", document)
        #expect(Self.items(search["params"]).contains { $0["name"] == "query" && $0["required"] == false })
        let get = try Self.method("museums.get", document)
        #expect(Self.items(get["params"]).first?["required"] == true)
    }

    @Test func `Every method of a service has a complete example, with parameters that it has`() throws {
        let document = try OpenRPCDocument.build(methods: Methods.public)
        for declared in Methods.public {
            let name = declared.declaration.name
            let method = try Self.method(name, document)
            let example = Self.items(method["examples"]).first
            let given = Self.items(example?["params"]).compactMap { $0["name"]?.text }
            let params = Self.items(method["params"])
            let names = params.compactMap { $0["name"]?.text }
            let required = params.filter { $0["required"] == true }.compactMap { $0["name"]?.text }
            #expect(Set(given).isSubset(of: names) && Set(required).isSubset(of: given), "\(name)")
            #expect(example?["result"]?["value"] != nil, "\(name)")
        }
    }

    @Test func `The errors of a method have unique codes, and the reasons that it declares`() throws {
        let document = try OpenRPCDocument.build(methods: Methods.public, topics: Methods.topics)
        for method in Methods.public {
            let declaration = method.declaration
            let errors = Self.items(try Self.method(declaration.name, document)["errors"]).map { error in
                guard let path = error["$ref"]?.text, let name = path.split(separator: "/").last else { return error }
                return document["components"]?["errors"]?[String(name)] ?? .null
            }
            let codes = errors.map { $0["code"] }
            #expect(!codes.contains(nil))
            for (index, code) in codes.enumerated() { #expect(!codes[..<index].contains(code)) }
            for reason in declaration.reasons {
                let error = errors.first { $0["code"] == .integer(reason.code.number) }
                let listed = Self.items(error?["data"]?["properties"]?["reason"]?["anyOf"]).map { $0["const"]?.text }
                #expect(listed.contains(reason.reason), "\(declaration.name) \(reason.reason)")
            }
        }
    }

    @Test func `Every declared property of a method stands in an extension`() throws {
        let document = try OpenRPCDocument.build(methods: Methods.public, topics: Methods.topics)
        for method in Methods.public {
            let declaration = method.declaration
            let described = try Self.method(declaration.name, document)
            #expect(described["x-cost"] == .integer(declaration.cost))
            #expect(described["x-timeout-ms"] == .integer(declaration.timeoutMilliseconds))
            #expect(described["x-request-bytes"] == .integer(declaration.maximumRequestBytes))
            #expect((described["x-idempotency"] == "keyed") == (declaration.idempotency == .keyed))
            if case .role(let role) = declaration.access { #expect(described["x-role"] == .string(role.rawValue)) }
        }
    }

    @Test func `The document of an instance says which openable methods need no sign-in`() throws {
        func access(_ openServices: Set<ServiceName>?) throws -> String? {
            let document = try OpenRPCDocument.build(methods: [Openable.self], openServices: openServices)
            return try Self.method("museums.test", document)["x-access"]?.text
        }
        #expect(try access(nil) == "openable")
        #expect(try access([]) == "signed-in")
        #expect(try access([.museums]) == "anyone")
    }

    enum Openable: Method {
        typealias Params = Empty
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "museums.test", service: .museums, access: .openable, http: nil, idempotency: .idempotent)
    }

    @Test func `Every reference leads to a component, and every schema is referred to`() throws {
        let document = try OpenRPCDocument.build(methods: Methods.public, topics: Methods.topics)
        let text = document.serialized()
        var schemas: Set<String> = []
        for part in text.components(separatedBy: "{\"$ref\":\"#/").dropFirst() {
            let path = part.prefix { $0 != "\"" }.split(separator: "/").map(String.init)
            #expect(path.reduce(Optional(document)) { $0?[$1] } != nil, "\(path.joined(separator: "/"))")
            if path.count == 3, path[1] == "schemas" { schemas.insert(path[2]) }
        }
        guard case .object(let components)? = document["components"]?["schemas"] else {
            Issue.record("no schemas")
            return
        }
        #expect(Set(components.map(\.0)) == schemas)
    }

    @Test func `The document fits into one answer of 1 MiB, with room to grow`() throws {
        let document = try OpenRPCDocument.build(methods: Methods.public, topics: Methods.topics)
        #expect(document.serialized().utf8.count < 768 * 1024)
    }

    /// The path of `docs/openrpc.json`, the last approved description of the contract.
    private static let snapshotPath = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/openrpc.json")

    @Test func `The snapshot in docs/openrpc.json equals the contract (UPDATE_SNAPSHOT=1 rewrites it)`() throws {
        let current =
            try OpenRPCDocument.build(methods: Methods.public, topics: Methods.topics).serialized(indented: true) + "\n"
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOT"] == "1" {
            try Data(current.utf8).write(to: Self.snapshotPath)
        }
        let kept = try String(contentsOf: Self.snapshotPath, encoding: .utf8)
        // Not compared within the expectation, which would print both documents.
        let isSame = kept == current
        #expect(isSame, "the contract has changed: look at the difference, then run with UPDATE_SNAPSHOT=1")
    }
}
