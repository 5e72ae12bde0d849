import Contract
import MuseumsContract
import RPC
import Values

@testable import MuseumsService

/// The calls of an editor.
enum EditorCalls {
    static let editor = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")

    static func params(
        _ id: String, version: MuseumVersion? = nil, name: String, city: String = "Mir", at place: Location,
        category: MuseumCategory = .castle, aliases: [String] = []
    ) -> Museums.Put.Params {
        Museums.Put.Params(
            id: MuseumID(unchecked: id), version: version, category: category,
            countryCode: CountryCode(unchecked: "BY"), location: place,
            translations: Museums.Translations(
                en: Museums.Translation(name: MuseumName(unchecked: name), city: CityName(unchecked: city))),
            aliases: aliases.map(MuseumName.init(unchecked:)))
    }

    @discardableResult
    static func put(_ params: Museums.Put.Params, in database: MuseumDatabase) async throws -> Museums.Record {
        try await database.handler.editing.put(params, database.context(.english, account: editor))
    }

    static func record(_ id: String, in database: MuseumDatabase) async throws -> Museums.Record {
        try await database.handler.editing.record(
            .init(id: MuseumID(unchecked: id)), database.context(.english, account: editor))
    }

    static func remove(_ record: Museums.Record, in database: MuseumDatabase) async throws -> Museums.Record {
        try await database.handler.editing.remove(
            .init(id: record.id, version: record.version), database.context(.english, account: editor))
    }

    static func restore(_ record: Museums.Record, in database: MuseumDatabase) async throws -> Museums.Record {
        try await database.handler.editing.restore(
            .init(id: record.id, version: record.version), database.context(.english, account: editor))
    }

    /// Sets a picture that needs no scaling, or removes the picture.
    static func setPicture(_ picture: CreditedPicture?, of id: String, in database: MuseumDatabase) async throws {
        _ = try await database.handler.editing.change(
            MuseumID(unchecked: id), database.context(.english, account: editor)
        ) { _ in picture.map { .setPicture($0, files: []) } ?? .removePicture }
    }

    static func reason(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? RPCError)?.reason ?? "\(error)"
        }
    }

    static func withMuseums(_ body: @Sendable (MuseumDatabase) async throws -> Void) async throws {
        let museums = [
            try museum("a", LocalizedText(english: "House of Weaving"), at: (53.9, 27.5)),
            try museum("b", LocalizedText(english: "House of Books"), at: (53.91, 27.51)),
            try museum("c", LocalizedText(english: "Sea Museum"), at: (-33, 151)),
        ]
        try await MuseumDatabase.with(museums, body)
    }

    @discardableResult
    static func revert(
        _ record: Museums.Record, before number: Int, in database: MuseumDatabase
    ) async throws -> Museums.Record {
        try await database.handler.editing.revert(
            .init(id: record.id, version: record.version, number: EditNumber(unchecked: number)),
            database.context(.english, account: editor))
    }

    static func edit(
        _ id: String, _ number: Int, in database: MuseumDatabase
    ) async throws -> Museums.ReadEdit.Result {
        try await database.handler.history.edit(
            .init(id: MuseumID(unchecked: id), number: EditNumber(unchecked: number)),
            database.context(.english, account: editor))
    }
}
