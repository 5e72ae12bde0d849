import Contract
import Logging
import MuseumsContract
import Postgres
import RPC
import Testing
import Values

@testable import MuseumsService

/// Tests with the programs that decode and encode pictures.
@Suite struct PictureEditingTests {
    private static let another = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-000000000099")

    private func part(
        _ bytes: some Collection<UInt8>, at offset: Int = 0, of upload: Identifier? = nil,
        by account: Identifier = EditorCalls.editor, in database: MuseumDatabase
    ) async throws -> Museums.UploadPart.Result {
        try await database.handler.pictureEditing.upload(
            .init(
                upload: upload, offset: UploadOffset(unchecked: offset),
                bytesBase64: UploadBytes(unchecked: Base64URL.encode(Array(bytes)))),
            database.context(.english, account: account))
    }

    private func set(
        _ upload: Identifier, of record: Museums.Record, by account: Identifier = EditorCalls.editor,
        in database: MuseumDatabase
    ) async throws -> Museums.Record {
        try await database.handler.pictureEditing.set(
            .init(
                id: record.id, version: record.version, upload: upload, author: PictureCredit(unchecked: "Ada"),
                licence: PictureCredit(unchecked: "CC0")),
            database.context(.english, account: account))
    }

    @Test func `A picture that is uploaded in parts becomes the museum's, and comes back with a removed museum`()
        async throws
    {
        try await EditorCalls.withMuseums { database async throws in
            let bytes = try await SamplePicture.jpeg(width: 600, height: 400)
            let half = bytes.count / 2
            let begun = try await part(bytes[..<half], in: database)
            let ended = try await part(bytes[half...], at: begun.size, of: begun.upload, in: database)
            #expect(ended.size == bytes.count && ended.upload == begun.upload)
            let old = try await EditorCalls.record("a", in: database)
            let record = try await set(ended.upload, of: old, in: database)
            #expect(record.picture?.author == "Ada" && record.picture?.sizes?.count == 6)
            #expect(record.source == old.source && record.version != old.version)
            let shown = try await database.get("a").picture
            #expect(shown == record.picture)
            #expect(
                await EditorCalls.reason { _ = try await set(ended.upload, of: record, in: database) }
                    == "upload-broken", "an upload is used once")
            let restored = try await EditorCalls.restore(
                try await EditorCalls.remove(record, in: database), in: database)
            #expect(restored.picture == record.picture)
            let without = try await database.handler.pictureEditing.remove(
                .init(id: restored.id, version: restored.version),
                database.context(.english, account: EditorCalls.editor))
            #expect(without.picture == nil)
            let history = try await database.handler.history.list(
                .init(id: old.id), database.context(.english, account: EditorCalls.editor))
            #expect(history.items.map(\.kind.known) == [.pictureRemoved, .restored, .removed, .pictureSet])
        }
    }

    @Test func `A part that does not continue the caller's upload is refused`() async throws {
        try await EditorCalls.withMuseums { database async throws in
            let begun = try await part([1, 2, 3], in: database)
            for (offset, upload, account) in [
                (2, begun.upload, EditorCalls.editor), (3, begun.upload, Self.another), (3, nil, EditorCalls.editor),
            ] {
                #expect(
                    await EditorCalls.reason {
                        _ = try await part([4], at: offset, of: upload, by: account, in: database)
                    } == "upload-broken")
            }
            _ = try await part([4], at: 3, of: begun.upload, in: database)
            // The answer may have been lost, and the part repeated.
            #expect(try await part([4], at: 3, of: begun.upload, in: database).size == 4)
            // A new upload ends the former one.
            let next = try await part([9], in: database)
            #expect(
                await EditorCalls.reason { _ = try await part([5], at: 4, of: begun.upload, in: database) }
                    == "upload-broken")
            let most = Museums.maximumUploadBytes
            #expect(
                await EditorCalls.reason { _ = try await part([5], at: most, of: next.upload, in: database) }
                    == "picture-unusable")
        }
    }

    @Test func `An upload that has not grown for an hour is deleted`() async throws {
        try await EditorCalls.withMuseums { database async throws in
            let old = try await part([1], in: database)
            let new = try await part([2], by: Self.another, in: database)
            let age = PreparedStatement("test.age", "UPDATE museum_uploads SET at = at - 3600001 WHERE id = :id::uuid")
            _ = try await database.client.query(age, ["id": old.upload])
            let housekeeping = MuseumsHousekeeping(
                uploads: UploadStore(client: database.client), bundles: BundleStore(client: database.client),
                logger: Logger(label: "test"))
            await housekeeping.round()
            #expect(
                await EditorCalls.reason { _ = try await part([3], at: 1, of: old.upload, in: database) }
                    == "upload-broken")
            _ = try await part([3], at: 1, of: new.upload, by: Self.another, in: database)
            let parts = PreparedStatement("test.parts", "SELECT count(*) AS parts FROM museum_upload_parts")
            #expect(try await database.client.query(parts).only.read("parts") == 2)
        }
    }

    @Test func `Of uploads that an account begins at once the last one is left`() async throws {
        try await EditorCalls.withMuseums { database async throws in
            let begun = try await withThrowingTaskGroup(of: Identifier.self) { group in
                for byte in UInt8(1)...4 { group.addTask { try await part([byte], in: database).upload } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            var left = 0
            for upload in begun
            where await EditorCalls.reason({ _ = try await part([9], at: 1, of: upload, in: database) })
                == nil
            {
                left += 1
            }
            #expect(left == 1)
        }
    }

    @Test func `A file that is no picture, or another's upload, is refused, and nothing of a deleted account is left`()
        async throws
    {
        try await EditorCalls.withMuseums { database async throws in
            let old = try await EditorCalls.record("a", in: database)
            let text = try await part(Array("no picture".utf8), in: database)
            #expect(
                await EditorCalls.reason { _ = try await set(text.upload, of: old, in: database) }
                    == "picture-unusable")
            #expect(
                await EditorCalls.reason { _ = try await set(text.upload, of: old, by: Self.another, in: database) }
                    == "upload-broken")
            #expect(try await EditorCalls.record("a", in: database) == old)
            try await UploadStore(client: database.client).removeAll(
                of: EditorCalls.editor, deadline: .now + .seconds(30))
            let parts = try await database.client.query(
                PreparedStatement("test.parts", "SELECT count(*) AS parts FROM museum_upload_parts"))
            #expect(try parts.only.read("parts") == 0)
        }
    }
}
