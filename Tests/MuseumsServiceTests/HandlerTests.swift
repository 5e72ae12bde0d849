import Contract
import MuseumsContract
import NIOCore
import RPC
import ServiceRuntime
import Testing
import Values
import Wire

@testable import MuseumsService

@Suite struct MuseumsHandlerTests {
    private func call(
        _ method: String, _ params: String, in database: MuseumDatabase, isOpen: Bool = false, signedIn: Bool = true,
        locale: String = "be-BY"
    ) async throws -> String {
        var generator = SplitMix64(seed: 1)
        let context = CallContext(
            principal: signedIn ? Principal(sub: "u", sid: "s", roles: []) : nil, deadline: .now + .seconds(30),
            locale: locale, trace: TraceContext.root(using: &generator), peer: .process("gateway"))
        let table = database.handler.methods(isOpen: isOpen)
        return String(buffer: try await table.answer(method, params: ByteBuffer(string: params), context: context))
    }

    private static let calls = [
        ("museums.search", #"{"query":"дом"}"#), ("museums.get", #"{"id":"a"}"#),
        ("museums.suggest", #"{"prefix":"д"}"#),
        ("museums.map", #"{"bbox":[27,53,28,54],"zoom":12}"#),
    ]

    private func withOne(_ body: @Sendable (MuseumDatabase) async throws -> Void) async throws {
        let one = try museum("a", LocalizedText(english: "House", russian: "Дом"), city: nil)
        try await MuseumDatabase.with([one], body)
    }

    @Test func `Every method of the contract has a handler`() async throws {
        try await withOne { database async throws in
            #expect(database.handler.methods(isOpen: false).missing.isEmpty)
        }
    }

    @Test func `Only signed-in callers may call unless the service is open`() async throws {
        try await withOne { database async throws in
            for (method, params) in Self.calls {
                let error = await #expect(throws: RPCError.self) {
                    try await call(method, params, in: database, signedIn: false)
                }
                #expect(error?.code == .unauthenticated, "\(method)")
                for (isOpen, signedIn) in [(false, true), (true, false), (true, true)] {
                    let answer = try await call(method, params, in: database, isOpen: isOpen, signedIn: signedIn)
                    #expect(answer.contains("Дом"), "\(method)")
                }
            }
        }
    }

    @Test(arguments: [("be", "ru"), ("ru-RU", "ru"), ("en", "en"), ("fr, be;q=0.3", "ru"), ("fr", "en")])
    func `Texts come in the best available language and name it`(locale: String, language: String) async throws {
        try await withOne { database async throws in
            for (method, params) in Self.calls {
                let answer = try await call(method, params, in: database, locale: locale)
                #expect(answer.contains(#""language":"\#(language)""#), "\(method)")
                #expect(answer.contains(language == "ru" ? "Дом" : "House"), "\(method)")
            }
        }
    }

    @Test(arguments: [
        ("be", "Замкі і палацы", "Беларусь"), ("ru", "Замки и дворцы", "Беларусь"),
        ("en", "Castles and palaces", "Belarus"),
    ])
    func `Subjects and countries have names in the caller's language, whatever the museum's`(
        locale: String, category: String, country: String
    ) async throws {
        let one = try museum("a", LocalizedText(russian: "Дом"), category: .castle)
        try await MuseumDatabase.with([one]) { database async throws in
            for (method, params) in Self.calls + [("museums.categories", "{}")] where method != "museums.suggest" {
                let answer = try await call(method, params, in: database, locale: locale)
                #expect(answer.contains(#""categoryName":"\#(category)""#), "\(method)")
                guard method == "museums.search" || method == "museums.get" else { continue }
                #expect(answer.contains(#""country":"\#(country)""#), "\(method)")
            }
        }
    }

    @Test func `Subjects are listed by their museums, the general one last, those without any not at all`()
        async throws
    {
        let categories: [MuseumCategory] = [.general, .general, .general, .art, .castle, .castle, .history]
        let museums = try categories.enumerated().map { number, category in
            try museum("m-\(number)", LocalizedText(english: "House \(number)"), category: category)
        }
        try await MuseumDatabase.with(museums) { database async throws in
            let answer = try await call("museums.categories", "{}", in: database, locale: "en")
            let list = try JSONCoding.decode(Museums.Categories.Result.self, from: Array(answer.utf8)).items
            #expect(list.map(\.category.known) == [.castle, .art, .history, .general])
            #expect(list.map(\.count) == [2, 1, 1, 3])
        }
    }

    @Test(arguments: [
        ("museums.search", #"{"query":"a\u0000b"}"#, "/query"), ("museums.search", #"{"limit":0}"#, "/limit"),
        ("museums.search", #"{"limit":101}"#, "/limit"), ("museums.search", #"{"category":"arts"}"#, "/category"),
        ("museums.search", #"{"countryCode":"BYR"}"#, "/countryCode"), ("museums.search", #"{"city":""}"#, "/city"),
        ("museums.search", #"{"cursor":"я"}"#, "/cursor"), ("museums.search", #"{"cursor":"AQAA"}"#, "/cursor"),
        ("museums.search", #"{"query":"\#(String(repeating: "я", count: 201))"}"#, "/query"),
        ("museums.get", #"{"id":"НЕТ"}"#, "/id"), ("museums.get", "{}", "/id"),
        ("museums.search", #"{"bbox":[0,1,1,0]}"#, "/bbox"),
        ("museums.map", #"{"bbox":[0,1,1,0],"zoom":3}"#, "/bbox"),
        ("museums.map", #"{"bbox":[0,0,1,1],"zoom":3,"category":"arts"}"#, "/category"),
        ("museums.map", #"{"bbox":[0,0,1],"zoom":3}"#, "/bbox"),
        ("museums.map", #"{"bbox":[0,0,1,1],"zoom":21}"#, "/zoom"), ("museums.suggest", #"{"prefix":1}"#, "/prefix"),
    ])
    func `The error of an invalid parameter points at it`(method: String, params: String, pointer: String) async throws
    {
        try await withOne { database async throws in
            let error = await #expect(throws: RPCError.self) { try await call(method, params, in: database) }
            #expect(error?.code == .invalidParams && error?.faults.map(\.pointer) == [pointer])
        }
    }

    @Test func `An unknown museum is not found`() async throws {
        try await withOne { database async throws in
            let error = await #expect(throws: RPCError.self) {
                try await call("museums.get", #"{"id":"nowhere"}"#, in: database)
            }
            #expect(error?.code == .notFound)
        }
    }

    @Test func `A page has twenty museums by default`() async throws {
        let many = try (0..<30).map { try museum("m-\($0)", LocalizedText(english: "House \($0)")) }
        try await MuseumDatabase.with(many) { database async throws in
            #expect(try await database.search().items.count == 20)
        }
    }
}
