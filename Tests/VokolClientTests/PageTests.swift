import Contract
import Contracts
import Testing
import Values

@testable import VokolClient

@Suite struct PageTests {
    private static func museum(_ id: String) -> String {
        """
        {"id":"\(id)","name":"Мир","city":"Mir","countryCode":"BY","country":"Belarus","category":"planetarium-2030",\
        "categoryName":"Planetariums",\
        "location":{"latitude":53.4,"longitude":26.4},"language":"en","later":{"a":[1]}}
        """
    }

    @Test func `The items of a list come page by page, from a newer server as well`() async throws {
        let transport = ScriptedTransport { request, number in
            let items = [["m1", "m2"], [], ["m3"]][min(number, 2)].map(Self.museum).joined(separator: ",")
            let next = number < 2 ? #","nextCursor":"AQ\#(number)A""# : ""
            return #""result":{"items":[\#(items)]\#(next),"later":true}"#
        }
        let client = Client(transport, session: MemoryTokenStore(), clock: ClientTime().clock)
        var ids: [String] = []
        for try await item in client.pages(Museums.Search.self, .init(query: SearchText("замок"))).items {
            ids.append("\(item.id.text) \(item.category.rawValue)")
        }
        #expect(ids == ["m1", "m2", "m3"].map { "\($0) planetarium-2030" })
        let params = transport.calls.map { String(decoding: $0.params, as: UTF8.self) }
        #expect(params.count == 3 && !params[0].contains("cursor") && params[2].contains(#""cursor":"AQ1A""#))
    }

    @Test func `Every list of the contract can be read page by page`() throws {
        var recorder = SchemaRecorder()
        func record<M: Method>(_ method: M.Type) throws {
            let name = SchemaRecorder.componentName(of: M.Params.self)
            _ = try recorder.schema(of: M.Params.self)
            guard recorder.components[name]?["properties"]?["cursor"] != nil else { return }
            let isPaged = M.Params.self is any PagedParams.Type && M.Result.self is any PagedResult.Type
            // A sweep is done in steps, and its results are counts: there is no list.
            #expect(isPaged == (M.self != Auth.Sweep.self), "\(method.declaration.name)")
            count += 1
        }
        var count = 0
        for method in Methods.public { try record(method) }
        #expect(count > 20)
    }

    @Test func `A cursor that leads to itself ends the list`() async throws {
        let transport = ScriptedTransport { _, _ in #""result":{"items":[],"nextCursor":"AQAA"}"# }
        let client = Client(transport, session: MemoryTokenStore(), clock: ClientTime().clock)
        var count = 0
        for try await _ in client.pages(Museums.Search.self, .init()) { count += 1 }
        #expect(count == 2)
    }
}
