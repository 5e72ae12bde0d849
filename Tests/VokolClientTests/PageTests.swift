import Contract
import MuseumsContract
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
            let items = [["m1", "m2"], [], ["m3"]][number].map(Self.museum).joined(separator: ",")
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

    @Test func `A cursor that leads to itself ends the list`() async throws {
        let transport = ScriptedTransport { _, _ in #""result":{"items":[],"nextCursor":"AQAA"}"# }
        let client = Client(transport, session: MemoryTokenStore(), clock: ClientTime().clock)
        var count = 0
        for try await _ in client.pages(Museums.Search.self, .init()) { count += 1 }
        #expect(count == 2)
    }
}
