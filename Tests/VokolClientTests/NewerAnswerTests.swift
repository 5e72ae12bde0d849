import Contract
import ContractChanges
import Contracts
import Foundation
import Testing
import Values

@testable import VokolClient

/// Answers of a newer server, as the client reads them.
@Suite struct NewerAnswerTests {
    /// Returns a client of a server that gives one answer to every call.
    private func client(_ answer: String) -> Client {
        Client(ScriptedTransport { _, _ in answer }, session: MemoryTokenStore(), clock: ClientTime().clock)
    }

    private func plain(_ node: JSONNode) throws -> NSDictionary? { try plain(Data(node.serialized().utf8)) }

    private func plain(_ data: Data) throws -> NSDictionary? {
        try JSONSerialization.jsonObject(with: data) as? NSDictionary
    }

    @Test(arguments: ExampleChanges.Change.allCases)
    func `The client reads the result of every public method after a change by a newer server`(
        _ change: ExampleChanges.Change
    ) async throws {
        var recorder = try SchemaRecorder(resultsOf: Methods.public)
        var count = 0
        for case let method as any ExampledMethod.Type in Methods.public {
            do {
                if try await check(method, change, &recorder) { count += 1 }
            } catch {
                Issue.record("\(method): \(error)")
            }
        }
        #expect(count > (change == .newMember ? 50 : 10), "\(count)")
    }

    /// Reads the changed example of a method; returns false if the change does not apply to it.
    private func check<M: ExampledMethod>(
        _ method: M.Type, _ change: ExampleChanges.Change, _ recorder: inout SchemaRecorder
    ) async throws -> Bool {
        let schema = try recorder.schema(of: M.Result.self, as: .result)
        let example = method.example
        let changed = ExampleChanges(change, of: .result, components: recorder.components)
            .everywhere(in: example.result, schema)
        let params = try CallAnswer.decode(M.Params.self, from: Array(example.params.serialized().utf8))
        let result = try await client(#""result":\#(changed.serialized()),"addedLater":{}"#).call(method, params)
        // New members are ignored; every other change is kept as it is.
        let expected = change == .newMember ? example.result : changed
        #expect(try plain(JSONEncoder().encode(result)) == plain(expected), "\(method)")
        return changed != example.result
    }

    @Test func `The client reads the details of every reason after a change by a newer server`() async throws {
        let reasons = Methods.public.flatMap { $0.declaration.reasons } + [.roleRequired]
        var count = 0
        for case let details as any (Codable & Sendable & ExampledDetails).Type in reasons.compactMap(\.details) {
            count += 1
            do { try await check(details) } catch { Issue.record("\(details): \(error)") }
        }
        #expect(count > 2)
    }

    private func check<Details: Codable & ExampledDetails>(_ type: Details.Type) async throws {
        var recorder = SchemaRecorder()
        let schema = try recorder.schema(of: type, as: .result)
        for change in ExampleChanges.Change.allCases {
            let changed = ExampleChanges(change, of: .result, components: recorder.components)
                .everywhere(in: type.example, schema)
            let client = client(problem(-32006, #","reason":"added-later","details":\#(changed.serialized())"#))
            let error = await #expect(throws: Problem.self) { try await client.call(Museums.Categories.self) }
            let details = try #require(try error?.details(type), "\(change)")
            let expected = change == .newMember ? type.example : changed
            #expect(try plain(JSONEncoder().encode(details)) == plain(expected), "\(type)")
        }
    }
}
