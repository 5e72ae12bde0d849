import Contract
import ContractChanges
import Contracts
import Foundation
import Testing
import Values
import Wire

/// Results of a newer server are decoded; the same members and values are rejected in parameters.
@Suite struct NewerServerTests {
    private func decodeResult<Value: Codable>(_ node: JSONNode, _ type: Value.Type) throws -> Any {
        let decoder = JSONDecoder()
        decoder.userInfo = ResultDecoding.userInfo
        return try plain(JSONEncoder().encode(decoder.decode(type, from: Data(node.serialized().utf8))))
    }

    private func plain(_ data: Data) throws -> Any { try JSONSerialization.jsonObject(with: data) }

    @Test(arguments: ExampleChanges.Change.allCases)
    func `The result of every public method decodes after a change by a newer server`(_ change: ExampleChanges.Change)
        throws
    {
        var recorder = try SchemaRecorder(resultsOf: Methods.public)
        var count = 0
        func check<M: ExampledMethod>(_ method: M.Type) throws {
            let schema = try recorder.schema(of: M.Result.self, as: .result)
            let changes = ExampleChanges(change, of: .result, components: recorder.components)
            let changed = changes.everywhere(in: method.example.result, schema)
            if changed != method.example.result { count += 1 }
            let decoded = try decodeResult(changed, M.Result.self) as? NSDictionary
            // New members are ignored; every other change is kept as it is.
            let expected = change == .newMember ? method.example.result : changed
            #expect(decoded == (try plain(Data(expected.serialized().utf8)) as? NSDictionary), "\(method)")
        }
        for case let method as any ExampledMethod.Type in Methods.public {
            do { try check(method) } catch { Issue.record("\(method): \(error)") }
        }
        #expect(count > (change == .newMember ? 50 : 10), "\(count)")
    }

    @Test(arguments: ExampleChanges.Change.allCases)
    func `Each such change is rejected in the parameters of every public method`(_ change: ExampleChanges.Change) throws
    {
        var count = 0
        func check<M: ExampledMethod>(_ method: M.Type) throws {
            var recorder = SchemaRecorder()
            let schema = try recorder.schema(of: M.Params.self)
            let changes = ExampleChanges(change, of: .parameter, components: recorder.components)
            func decode(_ node: JSONNode) throws {
                _ = try JSONCoding.decode(M.Params.self, from: Array(node.serialized().utf8))
            }
            try decode(method.example.params)
            for changed in changes.oneByOne(in: method.example.params, schema) {
                count += 1
                #expect(throws: JSONDecodingFailure.self, "\(method) \(changed.serialized())") { try decode(changed) }
            }
        }
        for case let method as any ExampledMethod.Type in Methods.public where method.declaration.http?.body == .json {
            do { try check(method) } catch { Issue.record("\(method): \(error)") }
        }
        #expect(count > 5, "\(count)")
    }

    @Test func `The details of every reason decode after a change by a newer server`() throws {
        func check<Details: Codable>(_ type: Details.Type, _ example: JSONNode) throws {
            var recorder = SchemaRecorder()
            let schema = try recorder.schema(of: type, as: .result)
            for change in ExampleChanges.Change.allCases {
                let changed = ExampleChanges(change, of: .result, components: recorder.components)
                    .everywhere(in: example, schema)
                _ = try decodeResult(changed, type)
            }
        }
        let reasons = Methods.public.flatMap { $0.declaration.reasons } + [.roleRequired]
        var count = 0
        for case let type? in reasons.map(\.details) {
            guard let exampled = type as? any ExampledDetails.Type else { continue }
            count += 1
            do { try check(type, exampled.example) } catch { Issue.record("\(type): \(error)") }
        }
        #expect(count > 2)
        #expect(
            try decodeResult(["role": "museums.curator"], RequiredRole.self) as? NSDictionary == [
                "role": "museums.curator"
            ])
    }

    // MARK: Schemas

    /// Returns the keywords of a schema and of those within it, without the names of members.
    private func keywords(of schema: JSONNode) -> Set<String> {
        guard case .object(let keywords) = schema else { return [] }
        var names = Set(keywords.map(\.0))
        for (name, value) in keywords {
            if case .object(let members) = value, name == "properties" {
                for (_, member) in members { names.formUnion(self.keywords(of: member)) }
            } else {
                names.formUnion(self.keywords(of: value))
            }
        }
        return names
    }

    @Test func `Schemas of results have neither closed enums nor limits, those of parameters have no open enums`()
        throws
    {
        var results = try SchemaRecorder(resultsOf: Methods.public)
        for (name, schema) in results.components {
            let limits = ["enum", "pattern", "minLength", "maxLength", "minimum", "maximum"]
            let found = keywords(of: schema).intersection(limits)
            #expect(found.isEmpty, "\(name)")
            #expect(schema["additionalProperties"] != false, "\(name)")
        }
        var parameters = SchemaRecorder()
        func record<M: Method>(_ method: M.Type) throws {
            _ = try parameters.schema(of: M.Params.self)
            _ = try results.schema(of: M.Params.self)
        }
        for method in Methods.public { try record(method) }
        for (name, schema) in parameters.components {
            #expect(schema["x-extensible-enum"] == nil, "\(name)")
            if schema["type"] == "object" { #expect(schema["additionalProperties"] == false, "\(name)") }
        }
        #expect(results.components["MuseumCategory"]?["x-extensible-enum"] != nil)
        #expect(results.components["MuseumCategoryInput"]?["enum"] == parameters.components["MuseumCategory"]?["enum"])
        #expect(results.components["Location"] != nil && results.components["LocationInput"] != nil)
    }
}
