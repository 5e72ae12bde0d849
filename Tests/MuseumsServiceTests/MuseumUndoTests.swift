import Contract
import MuseumsContract
import RPC
import Testing
import Values

@testable import MuseumsService

@Suite struct MuseumUndoTests {
    @Test func `A change is shown with the texts before and after it, and can be undone, with all later ones`()
        async throws
    {
        try await EditorCalls.withMuseums { database async throws in
            let old = try await EditorCalls.record("a", in: database)
            let first = try await EditorCalls.put(
                EditorCalls.params("a", version: old.version, name: "Linen Hall", at: .at(53, 27)), in: database)
            let second = try await EditorCalls.put(
                EditorCalls.params("a", version: first.version, name: "Flax Hall", at: .at(54, 28)), in: database)
            let shown = try await EditorCalls.edit("a", 1, in: database)
            #expect(shown.before?.translations == old.translations && shown.before?.location == old.location)
            #expect(shown.after == first && shown.edit.kind == .changed && shown.edit.number == 1)
            let back = try await EditorCalls.revert(second, before: 1, in: database)
            #expect(back.translations == old.translations && back.version != old.version)
            #expect(back.source == "test", "the museum follows its source again")
            #expect(try await database.ids("weaving") == ["a"])
            #expect(try await database.ids("flax").isEmpty)
            let again = try await EditorCalls.revert(back, before: 3, in: database)
            #expect(again.translations == second.translations && again.source == "editors")
            #expect(try await EditorCalls.edit("a", 4, in: database).edit.kind == .reverted)
        }
    }

    @Test func `A change without earlier texts, of another version or of a removed museum cannot be undone`()
        async throws
    {
        try await EditorCalls.withMuseums { database async throws in
            let made = try await EditorCalls.put(
                EditorCalls.params("d", name: "Barn", at: .at(53, 27)), in: database)
            for number in [1, 2] {
                #expect(
                    await EditorCalls.reason { try await EditorCalls.revert(made, before: number, in: database) }
                        == "unknown-edit")
            }
            let changed = try await EditorCalls.put(
                EditorCalls.params("d", version: made.version, name: "Big Barn", at: .at(53, 27)), in: database)
            #expect(
                await EditorCalls.reason { try await EditorCalls.revert(made, before: 2, in: database) }
                    == "museum-changed")
            let removed = try await EditorCalls.remove(changed, in: database)
            #expect(
                await EditorCalls.reason { try await EditorCalls.revert(removed, before: 2, in: database) }
                    == "museum-removed")
            let shown = try await EditorCalls.edit("d", 3, in: database)
            #expect(shown.before == nil && shown.after.isRemoved && shown.after.version == removed.version)
            #expect(
                await EditorCalls.reason { _ = try await EditorCalls.edit("d", 4, in: database) } == "unknown-edit")
        }
    }
}
