import Contract
import Database
import Postgres
import RPC
import ScheduleContract
import ServiceRuntime
import TestSupport
import Testing
import Upstream
import Values

@testable import ScheduleService

@Suite struct FavouriteTests {
    private static let template = DatabaseTemplate(
        "schedule", migrations: ScheduleMigrations.all, programVersion: ScheduleMigrations.programVersion)
    private let somebody = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")
    private let another = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcde0")

    private func withFavourites(_ body: @Sendable (TestUniversity) async throws -> Void) async throws {
        try await PostgresCluster.withClient(like: Self.template) { client in
            try await TestUniversity.with(postgres: client, body)
        }
    }

    private func add(
        _ test: TestUniversity, group: String? = nil, lecturer: String? = nil, subgroup: Int? = nil,
        pinned: Bool? = nil,
        of account: Identifier? = nil
    ) async throws -> Schedule.Favourite {
        try await test.handler.favourites.add(
            Schedule.AddFavourite.Params(
                group: group.map(GroupNumber.init(unchecked:)), lecturer: lecturer.map(LecturerSlug.init(unchecked:)),
                subgroup: subgroup.map(SubgroupChoice.init(unchecked:)), isPinned: pinned),
            test.context(account ?? somebody))
    }

    private func list(_ test: TestUniversity, of account: Identifier? = nil) async throws -> [Schedule.Favourite] {
        try await test.handler.favourites.list(Schedule.Favourites.Params(), test.context(account ?? somebody)).items
    }

    @Test
    func
        `Favourites are listed by name in the order of addition, the pinned first, per account`()
        async throws
    {
        try await withFavourites { test in
            _ = try await add(test, group: "353501", subgroup: 2)
            _ = try await add(test, lecturer: "s-nesterenkov", pinned: true)
            let items = try await list(test)
            #expect(items.map { $0.lecturer?.text ?? $0.group?.text } == ["s-nesterenkov", "353501"])
            #expect(items.map(\.isPinned) == [true, false])
            #expect(items.map { $0.subgroup?.value } == [nil, 2])
            // Adding the group fetched the catalogue of groups.
            #expect(items.map(\.name) == ["Нестеренков С. Н.", "Информатика и технологии программирования"])
            let listed1 = try await list(test, of: another)
            #expect(listed1.isEmpty)
        }
    }

    @Test func `A favourite that an earlier release added is listed`() async throws {
        try await PostgresCluster.withClient(like: Self.template) { client in
            _ = try await client.query(
                PreparedStatement(
                    "oldFavourite",
                    """
                    INSERT INTO favourite VALUES ('019ab3c4-5d6e-7f80-9123-456789abcdee', '\(somebody.text)', 'group',
                        '353501', 2, true, 1795243200000)
                    """))
            try await TestUniversity.with(postgres: client) { test in
                let item = try #require(try await list(test).first)
                #expect(item.group?.text == "353501" && item.subgroup?.value == 2 && item.isPinned)
            }
        }
    }

    @Test func `Adding again changes the favourite, and the pin moves`() async throws {
        try await withFavourites { test in
            let first = try await add(test, group: "353501", subgroup: 1, pinned: true)
            let second = try await add(test, group: "050541", pinned: true)
            let changed = try await add(test, group: "353501", subgroup: 2)
            #expect(changed.id == first.id && changed.subgroup?.value == 2 && !changed.isPinned)
            let listed2 = try await list(test)
            #expect(listed2.filter(\.isPinned).map(\.id) == [second.id])
            let again = try await add(test, group: "353501", pinned: true)
            #expect(again.subgroup?.value == 2 && again.isPinned)
            let unpinned = try await add(test, group: "050541", pinned: false)
            #expect(!unpinned.isPinned)
            let whole = try await add(test, group: "353501", subgroup: 0)
            #expect(whole.id == first.id && whole.subgroup == nil && whole.isPinned)
            let new = try await add(test, group: "314351", subgroup: 0)
            #expect(new.subgroup == nil)
            let listed = try await list(test)
            #expect(listed.allSatisfy { $0.subgroup == nil })
        }
    }

    @Test func `Every change of favourites is announced with its account, and a refused one is not`() async throws {
        try await withFavourites { test in
            _ = try? await add(test, group: "999999", of: another)
            #expect(test.changes.waiting.isEmpty)
            let favourite = try await add(test, group: "353501")
            #expect(test.changes.waiting == [.favourites(account: somebody)])
            try await test.changes.publishPending()
            _ = try await test.handler.favourites.remove(
                Schedule.RemoveFavourite.Params(id: favourite.id), test.context(somebody))
            #expect(test.changes.waiting == [.favourites(account: somebody)])
        }
    }

    @Test func `A lecturer has no subgroup`() async throws {
        try await withFavourites { test in
            do {
                _ = try await add(test, lecturer: "ts-go", subgroup: 1)
                Issue.record("added")
            } catch let error as RPCError {
                #expect(error.code == .invalidParams)
            }
            let listed = try await list(test)
            #expect(listed.isEmpty)
        }
    }

    @Test func `An account never exceeds its limit under concurrent additions`() async throws {
        try await withFavourites { test in
            let all: [(String?, String?)] = [
                ("353501", nil), ("050541", nil), ("314351", nil), (nil, "s-nesterenkov"), (nil, "ts-go"),
            ]
            let outcomes = await withTaskGroup(of: ErrorCode?.self) { group in
                for (number, slug) in all {
                    group.addTask {
                        do {
                            _ = try await add(test, group: number, lecturer: slug, pinned: true)
                            return nil
                        } catch {
                            return (error as? RPCError)?.code ?? .internal
                        }
                    }
                }
                return await group.reduce(into: [ErrorCode?]()) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 == nil }.count == 3 && outcomes.filter { $0 == .conflict }.count == 2)
            let items = try await list(test)
            #expect(items.count == 3 && items.filter(\.isPinned).count == 1)
        }
    }

    @Test func `Nothing of a deleted account is left, and others keep their favourites`() async throws {
        try await withFavourites { test in
            _ = try await add(test, group: "353501")
            _ = try await add(test, group: "353501", of: another)
            let store = test.handler.favourites.store
            let undeclared = Set(try await DatabaseSearch.personalTables(in: store.client))
                .subtracting(SchedulePersonalData.tables.map(\.name))
            #expect(undeclared.isEmpty, "declare \(undeclared.sorted()) in SchedulePersonalData, and erase their rows")
            let calendars = test.handler.calendars.store
            for account in [somebody, another] {
                _ = try await calendars.add(
                    .group(GroupNumber(unchecked: "353501")), subgroup: nil, language: .english, of: account,
                    deadline: .now + .seconds(30))
            }
            try await store.removeAll(of: somebody, deadline: .now + .seconds(30))
            try await calendars.removeAll(of: somebody, deadline: .now + .seconds(30))
            #expect(try await calendars.all(of: another, deadline: .now + .seconds(30)).count == 1)
            #expect(try await DatabaseSearch.tables(containing: [somebody.text], in: store.client).isEmpty)
            #expect(try await list(test, of: another).count == 1)
        }
    }

    @Test func `A person gets the favourites as an export, and nothing of others`() async throws {
        #expect(SchedulePersonalData.tables.allSatisfy { $0.export != nil })
        try await withFavourites { test in
            _ = try await add(test, group: "353501")
            _ = try await add(test, group: "353501", of: another)
            let page = try await test.handler.favourites.export(.init(), test.context(somebody))
            let subjects = page.items.flatMap(\.values).filter { $0.name == "subject" }.map(\.value)
            #expect(subjects == ["353501"] && page.nextCursor == nil)
        }
    }

    @Test func `An account removes only its own favourites, any number of times`() async throws {
        try await withFavourites { test in
            let favourite = try await add(test, group: "353501")
            let params = Schedule.RemoveFavourite.Params(id: favourite.id)
            _ = try await test.handler.favourites.remove(params, test.context(another))
            let listed3 = try await list(test)
            #expect(listed3.count == 1)
            for _ in 0..<2 {
                _ = try await test.handler.favourites.remove(params, test.context(somebody))
            }
            let listed4 = try await list(test)
            #expect(listed4.isEmpty)
        }
    }

    @Test func `An unknown group cannot be added`() async throws {
        try await withFavourites { test in
            await #expect(throws: RPCError.self) { _ = try await add(test, group: "999999") }
            let listed5 = try await list(test)
            #expect(listed5.isEmpty)
        }
    }

    @Test func `Favourites work while the university is down`() async throws {
        try await withFavourites { test in
            test.university.fail(with: .timedOut)
            _ = try await add(test, group: "353501")
            let listed6 = try await list(test)
            #expect(listed6.map(\.name) == [nil])
        }
    }

    @Test func `Without a database favourites fail at once, and everything else works`() async throws {
        try await TestUniversity.with { test in
            test.university.setReply(.json(TestUniversity.timetable), for: "/schedule?studentGroup=353501")
            do {
                _ = try await list(test)
                Issue.record("answered")
            } catch let error as RPCError {
                #expect(error.code == .unavailable)
            }
            let answer = try await test.forGroup()
            #expect(answer.hasTimetable)
        }
    }

    @Test func `Favourites fail with a retry time until the tables exist`() async throws {
        try await PostgresCluster.withClient(like: Self.template) { client in
            try await TestUniversity.with(postgres: client, hasSchema: false) { test in
                let error = await #expect(throws: RPCError.self) { _ = try await list(test) }
                #expect(error?.code == .unavailable && error?.retryAfterMilliseconds == 1_000)
            }
        }
    }

    @Test func `Every method has a handler, and only what belongs to an account needs one`() async throws {
        try await TestUniversity.with { test in
            #expect(test.handler.methods(isOpen: true).missing.isEmpty)
        }
        #expect(Schedule.Hints.declaration.access == .service(callers: ["gateway"]))
        for method in Schedule.methods where method.declaration.http != nil {
            let name = method.declaration.name
            let isOfAccount =
                name.lowercased().contains("favourite") || name.lowercased().contains("calendar")
                || name == "schedule.export"
            // The secret of its address stands for a sign-in.
            let isFeed = name == "schedule.calendarFile"
            #expect(method.declaration.access == (isFeed ? .anyone : isOfAccount ? .signedIn : .openable), "\(name)")
        }
    }
}
