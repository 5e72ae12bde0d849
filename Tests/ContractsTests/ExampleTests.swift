import Contract
import Contracts
import Foundation
import Testing

@Suite struct ExampleTests {
    /// Decodes a value with its real type, and encodes it again.
    private func roundTrip<Value: Codable>(_ node: JSONNode, _ type: Value.Type) throws -> NSDictionary? {
        let value = try JSONDecoder().decode(type, from: Data(node.serialized().utf8))
        return try object(JSONEncoder().encode(value))
    }

    private func object(_ data: Data) throws -> NSDictionary? {
        try JSONSerialization.jsonObject(with: data) as? NSDictionary
    }

    private func plain(_ node: JSONNode) throws -> NSDictionary? {
        try object(Data(node.serialized().utf8))
    }

    @Test func `Every public method has an example that its types decode completely`() throws {
        for method in Methods.public {
            let name = method.declaration.name
            guard let exampled = method as? any ExampledMethod.Type else {
                Issue.record("\(name) has no example")
                continue
            }
            func check<M: ExampledMethod>(_ method: M.Type) throws {
                let params = try roundTrip(method.example.params, M.Params.self)
                #expect(params?.allKeys.count == method.example.params.names.count, "\(name)")
                let result = try roundTrip(method.example.result, M.Result.self)
                #expect(result == (try plain(method.example.result)), "\(name): \(String(describing: result))")
            }
            do { try check(exampled) } catch { Issue.record("\(name): \(error)") }
        }
    }

    @Test func `Every example in the document matches its schema`() throws {
        let document = try OpenAPIDocument.build()
        let validator = SchemaValidator(document: document)
        var checked = 0
        func check(_ content: JSONNode?, _ place: String) {
            for (_, media) in content?.fields ?? [] {
                guard let schema = media["schema"] else { continue }
                let examples = [media["example"]] + (media["examples"]?.fields.map { $0.1["value"] } ?? [])
                for case let example? in examples {
                    checked += 1
                    let faults = validator.faults(in: example, schema)
                    #expect(faults.isEmpty, "\(place): \(faults)")
                }
            }
        }
        for (path, item) in document["paths"]?.fields ?? [] {
            for (verb, operation) in item.fields {
                check(operation["requestBody"]?["content"], "\(verb) \(path)")
                for (status, response) in operation["responses"]?.fields ?? [] {
                    check(response["content"], "\(verb) \(path) \(status)")
                }
                for parameter in operation["parameters"]?.elements ?? [] {
                    guard let example = parameter["example"], let schema = parameter["schema"] else { continue }
                    let faults = validator.faults(in: example, schema)
                    #expect(faults.isEmpty, "\(verb) \(path) \(parameter["name"]?.text ?? ""): \(faults)")
                }
            }
        }
        for (name, response) in document["components"]?["responses"]?.fields ?? [] { check(response["content"], name) }
        #expect(checked > 250)
    }
}

/// Checks values against the part of JSON Schema that the document uses.
private struct SchemaValidator {
    let document: JSONNode

    func faults(in value: JSONNode, _ schema: JSONNode, at path: String = "") -> [String] {
        var faults: [String] = []
        if let reference = schema["$ref"]?.text?.split(separator: "/").map(String.init), reference.count == 4 {
            let target = document[reference[1]]?[reference[2]]?[reference[3]]
            faults += target.map { self.faults(in: value, $0, at: path) } ?? ["\(path): no \(reference)"]
        }
        for part in schema["allOf"]?.elements ?? [] { faults += self.faults(in: value, part, at: path) }
        if let parts = schema["anyOf"]?.elements, !parts.contains(where: { self.faults(in: value, $0).isEmpty }) {
            faults.append("\(path): none of anyOf")
        }
        if let type = schema["type"]?.text, !value.types.contains(type) { faults.append("\(path): not \(type)") }
        if let cases = schema["enum"]?.elements, !cases.contains(value) { faults.append("\(path): not in enum") }
        if let text = value.text {
            let length = text.unicodeScalars.count
            if let least = schema["minLength"]?.double, Double(length) < least { faults.append("\(path): short") }
            if let most = schema["maxLength"]?.double, Double(length) > most { faults.append("\(path): long") }
            if let pattern = schema["pattern"]?.text, (try? Regex(pattern).firstMatch(in: text)) == nil {
                faults.append("\(path): not \(pattern)")
            }
        }
        if let number = value.double {
            if let least = schema["minimum"]?.double, number < least { faults.append("\(path): small") }
            if let most = schema["maximum"]?.double, number > most { faults.append("\(path): large") }
        }
        if case .array(let items) = value, let schema = schema["items"] {
            faults += items.enumerated().flatMap { self.faults(in: $0.element, schema, at: "\(path)/\($0.offset)") }
        }
        if case .object(let members) = value {
            for name in schema["required"]?.elements ?? [] where !members.contains(where: { $0.0 == name.text }) {
                faults.append("\(path): no \(name)")
            }
            for (name, member) in members {
                if let inner = schema["properties"]?[name] {
                    faults += self.faults(in: member, inner, at: "\(path)/\(name)")
                } else if schema["additionalProperties"] == false {
                    faults.append("\(path)/\(name): unknown")
                }
            }
        }
        return faults
    }
}

extension JSONNode {
    fileprivate var elements: [JSONNode] { if case .array(let items) = self { items } else { [] } }
    fileprivate var fields: [(String, JSONNode)] { if case .object(let members) = self { members } else { [] } }
    fileprivate var names: Set<String> { Set(fields.map(\.0)) }
    fileprivate var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
    fileprivate var types: [String] {
        switch self {
        case .object: ["object"]
        case .array: ["array"]
        case .string: ["string"]
        case .integer: ["integer", "number"]
        case .number: ["number"]
        case .bool: ["boolean"]
        case .null: ["null"]
        }
    }
}
