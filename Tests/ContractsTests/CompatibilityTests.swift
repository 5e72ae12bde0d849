import Contract
import Contracts
import Foundation
import Testing

/// Returns the differences between two descriptions of the contract that break clients of the older one.
private func breakingChanges(from old: [String: Any], to new: [String: Any]) -> [String] {
    var changes: [String] = []
    func object(_ value: Any?, _ path: String...) -> [String: Any] {
        path.reduce(value as? [String: Any] ?? [:]) { $0[$1] as? [String: Any] ?? [:] }
    }
    let newPaths = object(new, "paths")
    for (path, item) in object(old, "paths") {
        for (verb, operation) in item as? [String: Any] ?? [:] {
            guard let after = object(newPaths[path])[verb] as? [String: Any] else {
                changes.append("\(verb) \(path) is gone")
                continue
            }
            let before = parameters(of: operation, in: old)
            let now = parameters(of: after, in: new)
            for (name, parameter) in now where parameter["required"] as? Bool == true {
                if before[name]?["required"] as? Bool != true {
                    changes.append("\(verb) \(path) now requires \(name)")
                }
            }
            for (name, parameter) in before {
                guard let present = now[name] else {
                    changes.append("\(verb) \(path) no longer takes \(name)")
                    continue
                }
                let (schema, newSchema) = (object(parameter["schema"]), object(present["schema"]))
                for facet in ["type", "$ref", "format"] where schema[facet] as? String != newSchema[facet] as? String {
                    changes.append("\(verb) \(path): \(name) has another \(facet)")
                }
            }
        }
    }
    let newSchemas = object(new, "components", "schemas")
    for (name, schema) in object(old, "components", "schemas") {
        guard let after = newSchemas[name] as? [String: Any] else {
            changes.append("schema \(name) is gone")
            continue
        }
        let properties = object(schema, "properties")
        let newProperties = object(after, "properties")
        for (member, kind) in properties {
            guard let newKind = newProperties[member] else {
                changes.append("\(name).\(member) is gone")
                continue
            }
            let before = object(kind)
            let now = object(newKind)
            for facet in ["type", "$ref", "format"] where before[facet] as? String != now[facet] as? String {
                changes.append("\(name).\(member) has another \(facet)")
            }
        }
        let required = Set((schema as? [String: Any])?["required"] as? [String] ?? [])
        let newRequired = Set(after["required"] as? [String] ?? [])
        for member in newRequired.subtracting(required) where name.hasSuffix("Params") {
            changes.append("\(name).\(member) is now required")
        }
        for member in required.subtracting(newRequired) where !name.hasSuffix("Params") {
            changes.append("\(name).\(member) is no longer certain")
        }
    }
    return changes.sorted()
}

/// Returns an operation's parameters by name; those of header fields are components.
private func parameters(of operation: Any, in document: [String: Any]) -> [String: [String: Any]] {
    let list = (operation as? [String: Any])?["parameters"] as? [[String: Any]] ?? []
    let components = (document["components"] as? [String: Any])?["parameters"] as? [String: Any] ?? [:]
    let resolved = list.compactMap { parameter -> [String: Any]? in
        guard let reference = parameter["$ref"] as? String else { return parameter }
        return components[reference.split(separator: "/").last.map(String.init) ?? ""] as? [String: Any]
    }
    return Dictionary(resolved.map { ($0["name"] as? String ?? "", $0) }) { first, _ in first }
}

@Suite struct CompatibilityTests {
    private func parse(_ node: JSONNode) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(node.serialized().utf8)) as? [String: Any])
    }

    @Test func `The contract breaks no client of the snapshot in git`() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/openapi.json")
        let kept = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any])
        let changes = breakingChanges(from: kept, to: try parse(OpenAPIDocument.build()))
        #expect(changes.isEmpty, "\(changes)")
    }

    enum Before: Method {
        struct Params: Codable, Sendable { var name: String }
        struct Result: Codable, Sendable { var size: Int }
        static let declaration = MethodDeclaration(
            "x.y", service: .museums, access: .anyone, http: .post("/v1/x"), idempotency: .none)
    }
    enum Grown: Method {
        struct Params: Codable, Sendable {
            var name: String
            var more: String?
        }
        struct Result: Codable, Sendable {
            var size: Int
            var colour: String?
        }
        static let declaration = Before.declaration
    }
    enum Broken: Method {
        struct Params: Codable, Sendable {
            var name: String
            var more: String
        }
        struct Result: Codable, Sendable { var size: String? }
        static let declaration = Before.declaration
    }

    enum Filtered: Method {
        struct Params: Codable, Sendable { var limit: Int? }
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "x.z", service: .museums, access: .anyone, http: .get("/v1/x"), idempotency: .idempotent)
    }
    enum Retyped: Method {
        struct Params: Codable, Sendable { var limit: String? }
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "x.z", service: .museums, access: .anyone, http: .get("/v1/x"), idempotency: .keyed)
    }

    @Test func `A parameter's new type and a header field that becomes required are breaking changes`() throws {
        let changes = breakingChanges(
            from: try parse(OpenAPIDocument.build(methods: [Filtered.self])),
            to: try parse(OpenAPIDocument.build(methods: [Retyped.self])))
        #expect(changes == ["get /v1/x now requires Idempotency-Key", "get /v1/x: limit has another type"])
    }

    @Test func `Additions are compatible; new requirements and changed types are not`() throws {
        // The three types stand for one method at three times, so their schemas get the same name.
        func describe(_ method: any Method.Type, _ name: String) throws -> [String: Any] {
            let text = try OpenAPIDocument.build(methods: [method]).serialized()
            let renamed = text.replacingOccurrences(of: name, with: "Sample")
            return try #require(try JSONSerialization.jsonObject(with: Data(renamed.utf8)) as? [String: Any])
        }
        let before = try describe(Before.self, "Before")
        #expect(breakingChanges(from: before, to: try describe(Grown.self, "Grown")).isEmpty)
        let changes = breakingChanges(from: before, to: try describe(Broken.self, "Broken"))
        #expect(changes.count == 3, "\(changes)")
    }
}
