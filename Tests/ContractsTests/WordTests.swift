import Contract
import Contracts
import Testing

/// One word for each thing, in the names and values of all methods.
@Suite struct WordTests {
    /// Collects the members and the values of enums of every schema.
    private func words() throws -> (members: [(name: String, schema: JSONNode)], values: Set<String>) {
        var members: [(name: String, schema: JSONNode)] = []
        var values: Set<String> = []
        func visit(_ node: JSONNode) {
            if case .array(let cases)? = node["enum"] ?? node["x-extensible-enum"] {
                values.formUnion(cases.compactMap(\.text))
            }
            if case .object(let properties)? = node["properties"] {
                members += properties.map { (name: $0.0, schema: $0.1) }
            }
            switch node {
            case .object(let children): for (_, child) in children { visit(child) }
            case .array(let children): for child in children { visit(child) }
            default: break
            }
        }
        var recorder = try SchemaRecorder(resultsOf: Methods.public)
        func record<M: Method>(_ method: M.Type) throws {
            visit(try recorder.schema(of: M.Params.self))
            visit(try recorder.schema(of: M.Result.self, as: .result))
        }
        for method in Methods.public { try record(method) }
        for (_, schema) in recorder.components { visit(schema) }
        return (members, values)
    }

    @Test func `Values of enums are in kebab case; roles name their service first`() throws {
        let roles = Set(Role.allCases.map(\.rawValue))
        for value in try words().values.subtracting(roles) {
            #expect(value.allSatisfy { $0 == "-" || $0.isNumber || $0.isLowercase }, "\(value)")
        }
    }

    @Test func `A member that is true or false begins with is or has; save asks for something`() throws {
        for (name, schema) in try words().members where schema["type"] == "boolean" {
            #expect(name.hasPrefix("is") || name.hasPrefix("has") || name == "save", "\(name)")
        }
    }

    @Test func `A web address is a url, and a picture is an object with one`() throws {
        for (name, schema) in try words().members {
            #expect(!["link", "photo", "thumbnail"].contains(name) && !name.hasSuffix("URL"), "\(name)")
            if name == "picture" { #expect(schema["$ref"]?.text == "#/components/schemas/Picture") }
        }
    }

    @Test func `A code of a country is countryCode, and coordinates are latitude and longitude`() throws {
        for (name, schema) in try words().members {
            let text = schema.serialized()
            let isCode = text.contains("/schemas/CountryCode\"") || text.contains(#""examples":["BY"]"#)
            #expect(isCode == (name == "countryCode"), "\(name)")
            #expect(!["lat", "lon", "product"].contains(name), "\(name)")
        }
    }
}
