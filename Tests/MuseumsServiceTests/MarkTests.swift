import Contract
import Database
import MuseumsContract
import Postgres
import RPC
import TestSupport
import Testing
import Values

@testable import MuseumsService

@Suite struct MarkTests {
    private static let somebody = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")
    private static let another = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcde0")

    private func withMuseums(_ body: @Sendable (MuseumDatabase) async throws -> Void) async throws {
        let museums = try ["a", "b", "c", "d"].map {
            try museum($0, LocalizedText(english: "House \($0)", russian: "Дом \($0)"))
        }
        try await MuseumDatabase.with(museums, body)
    }

    @discardableResult
    private func mark(
        _ id: String, favourite: Bool? = nil, visited: Bool? = nil, of account: Identifier = somebody,
        in database: MuseumDatabase
    ) async throws -> Museums.Mark {
        try await database.handler.marks.set(
            Museums.SetMark.Params(id: MuseumID(unchecked: id), isFavourite: favourite, isVisited: visited),
            database.context(.english, account: account))
    }

    private func list(
        _ database: MuseumDatabase, of account: Identifier = somebody, in language: Language = .english
    ) async throws -> [Museums.Mark] {
        try await database.handler.marks.list(.init(), database.context(language, account: account)).items
    }

    @Test func `Favourite and visited museums are listed as cards in the caller's language, per account`() async throws
    {
        try await withMuseums { database async throws in
            try await mark("a", favourite: true, in: database)
            try await mark("b", visited: true, in: database)
            let marked = try await mark("a", visited: true, in: database)
            #expect(marked.isFavourite && marked.isVisited && marked.museum?.name == "House a")
            let items = try await list(database, in: .russian)
            #expect(Set(items.map(\.id.text)) == ["a", "b"])
            #expect(Set(items.compactMap(\.museum?.name)) == ["Дом a", "Дом b"])
            #expect(items.first { $0.id.text == "b" }.map { !$0.isFavourite && $0.isVisited } == true)
            #expect(try await list(database, of: Self.another).isEmpty)
        }
    }

    @Test func `A repeated mark keeps its time, and a museum without any mark leaves the list`() async throws {
        try await withMuseums { database async throws in
            let first = try await mark("a", favourite: true, visited: true, in: database)
            #expect(try await mark("a", favourite: true, in: database) == first)
            let visited = try await mark("a", favourite: false, in: database)
            #expect(!visited.isFavourite && visited.isVisited)
            for _ in 0..<2 {
                let none = try await mark("a", visited: false, in: database)
                #expect(!none.isFavourite && !none.isVisited && none.changedAt == nil)
            }
            #expect(try await list(database).isEmpty)
        }
    }

    @Test func `An account marks at most the limit under concurrent calls, and an unknown museum never`() async throws {
        try await withMuseums { database async throws in
            let outcomes = await withTaskGroup(of: String.self) { group in
                for id in ["a", "b", "c", "d", "x"] {
                    group.addTask {
                        do {
                            try await mark(id, favourite: true, in: database)
                            return ""
                        } catch {
                            return (error as? RPCError)?.reason ?? "\(error)"
                        }
                    }
                }
                return await group.reduce(into: [String]()) { $0.append($1) }
            }
            #expect(outcomes.sorted() == ["", "", "", "too-many-marks", "unknown-museum"])
            let id = try #require(try await list(database).first?.id.text)
            try await mark(id, visited: true, in: database)
            #expect(try await list(database).count == 3)
        }
    }

    @Test func `A mark outlives the museum, without its card, and can be removed`() async throws {
        try await withMuseums { database async throws in
            try await mark("a", favourite: true, in: database)
            try await database.add([museum("b", LocalizedText(english: "House b"))], replacesAll: true)
            let item = try #require(try await list(database).first)
            #expect(item.id.text == "a" && item.isFavourite && item.museum == nil)
            try await mark("a", favourite: false, in: database)
            #expect(try await list(database).isEmpty)
        }
    }

    @Test func `Every change of marks is announced with its account, and a refused one is not`() async throws {
        try await withMuseums { database async throws in
            _ = try? await mark("x", favourite: true, in: database)
            #expect(database.changes.waiting.isEmpty)
            try await mark("a", favourite: true, in: database)
            #expect(database.changes.waiting == [.marks(account: Self.somebody)])
        }
        for change in [MuseumChange.marks(account: Self.somebody), .everything] {
            #expect(MuseumChange(payload: change.payload) == change)
        }
        #expect(MuseumChange(payload: "mnobody") == .everything && MuseumChange(payload: "z") == .everything)
        #expect(
            MuseumChange.marks(account: Self.somebody).hint(version: 7)
                == Hint(topic: "museum-marks", subject: Self.somebody.text, version: 7))
    }

    @Test func `Nothing of a deleted account is left, and others keep their marks`() async throws {
        try await withMuseums { database async throws in
            // These two have names and places of museums.
            let undeclared = Set(try await DatabaseSearch.personalTables(in: database.client))
                .subtracting(MuseumsPersonalData.tables.map(\.name) + ["museums", "museum_cells"])
            #expect(undeclared.isEmpty, "declare \(undeclared.sorted()) in MuseumsPersonalData, and erase their rows")
            try await mark("a", favourite: true, in: database)
            try await mark("a", favourite: true, of: Self.another, in: database)
            try await database.handler.marks.store.removeAll(of: Self.somebody, deadline: .now + .seconds(30))
            let holders = try await DatabaseSearch.tables(containing: [Self.somebody.text], in: database.client)
            #expect(holders.isEmpty)
            #expect(try await list(database, of: Self.another).count == 1)
        }
    }

    @Test func `A person gets the marks as an export, and nothing of others`() async throws {
        #expect(MuseumsPersonalData.tables.allSatisfy { $0.export != nil })
        try await withMuseums { database async throws in
            try await mark("a", favourite: true, in: database)
            try await mark("b", favourite: true, of: Self.another, in: database)
            let page = try await database.handler.marks.export(
                .init(), database.context(.english, account: Self.somebody))
            let museums = page.items.flatMap(\.values).filter { $0.name == "museum_id" }.map(\.value)
            #expect(museums == ["a"] && page.nextCursor == nil)
        }
    }

    @Test func `Only what belongs to an account needs one, and edits need the role`() {
        #expect(Museums.Hints.declaration.access == .service(callers: ["gateway"]))
        for method in Museums.methods where method.declaration.http?.sendsBytes == false {
            let name = method.declaration.name
            let isOfAccount = name.hasPrefix("museums.mark") || name == "museums.export"
            let isEdit = Museums.groups.last?.methods.contains { $0.declaration.name == name } ?? false
            let expected: Access = isEdit ? .role(.museumsEditor) : isOfAccount ? .signedIn : .openable
            #expect(method.declaration.access == expected, "\(name)")
        }
    }
}
