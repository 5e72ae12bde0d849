import Database
import MuseumsContract
import Postgres
import Values

/// The edits of museums, in PostgreSQL.
struct EditStore: Sendable {
    /// The author of an edit.
    struct Author: Sendable {
        var account: Identifier
        var traceID: String?
    }

    let client: PostgresClient
    /// Announces committed changes to all replicas.
    let changes: ChangePublisher<MuseumChange>

    /// Reads a museum, even a removed one; returns `nil` if there is none with the id.
    func museum(_ id: MuseumID, deadline: ContinuousClock.Instant) async throws -> EditableMuseum? {
        try await client.query(EditStatements.read, ["id": id], deadline: deadline).first.map(EditableMuseum.init)
    }

    /// Lists edits, the latest first.
    ///
    /// - Parameters:
    ///   - museum: restricts the list to a museum.
    ///   - number: the list begins before this edit.
    func edits(
        of museum: MuseumID?, before number: Int64, limit: Int, deadline: ContinuousClock.Instant
    ) async throws -> [PastMuseumEdit] {
        try await client.query(
            EditStatements.list, ["id": museum?.text, "before": number, "limit": limit], deadline: deadline
        ).map(PastMuseumEdit.init)
    }

    /// Returns an edit with the states around it; `nil` if the history has none with the number.
    func states(
        of museum: MuseumID, around number: Int, deadline: ContinuousClock.Instant
    ) async throws -> MuseumEditStates? {
        let key: NamedParameters = ["id": museum, "number": number]
        guard
            let edit = try await client.query(EditStatements.edit, key, deadline: deadline).first.map(
                PastMuseumEdit.init)
        else { return nil }
        var states: [Bool: EditableMuseum] = [:]
        for row in try await client.query(EditStatements.states, key, deadline: deadline) {
            states[try row.read("is_former")] = try EditableMuseum(row)
        }
        guard let after = states[false] else { return nil }
        let changed = try await client.query(EditStatements.changedFacts, key, deadline: deadline).compactMap {
            FactKind(rawValue: try $0.read("kind"))
        }
        return MuseumEditStates(edit: edit, before: states[true], after: after, changedFacts: Set(changed))
    }

    /// Changes a museum, and everything that derives from it.
    ///
    /// Edits and loads serialize on one lock, so an edit waits for a running load.
    ///
    /// - Parameter decide: returns the edit, or `nil` for none; its argument is `nil` if there is no such museum.
    /// - Returns: the museum after the change; `nil` if there is none.
    func change(
        _ id: MuseumID, by author: Author, deadline: ContinuousClock.Instant,
        _ decide: @escaping @Sendable (EditableMuseum?) throws -> MuseumEdit?
    ) async throws -> EditableMuseum? {
        try await changes.announcing(.museum(id)) {
            try await client.withTransaction(deadline: deadline) { transaction in
                _ = try await transaction.query(LoadStatements.lock)
                let old = try await Self.read(id, in: transaction)
                guard let edit = try decide(old) else { return old }
                try await Self.perform(edit, on: id, old, by: author, in: transaction)
                return try await Self.read(id, in: transaction)
            }
        }
    }

    private static func read(_ id: MuseumID, in transaction: PostgresTransaction) async throws -> EditableMuseum? {
        try await transaction.query(EditStatements.read, ["id": id]).first.map(EditableMuseum.init)
    }

    private static func perform(
        _ edit: MuseumEdit, on id: MuseumID, _ old: EditableMuseum?, by author: Author,
        in transaction: PostgresTransaction
    ) async throws {
        let key: NamedParameters = ["id": id]
        let former = edit.canBeUndone ? try await transaction.query(EditStatements.row, key).first : nil
        let entry =
            key + [
                "now": try await transaction.now(), "kind": edit.kind.rawValue, "actor": author.account,
                "trace_id": author.traceID, "former": try former?.read("row", as: String.self),
                "former_facts": try former?.read("facts", as: String.self),
                "edited_facts": edit.facts.map(\.kind.rawValue),
            ]
        switch edit {
        case .setFacts(let facts): try await FactStore.apply(facts, to: id, in: transaction)
        case .setPicture(let picture, let files):
            _ = try await PictureFileStore.replace(picture, files: files, of: id, in: transaction)
        case .removePicture: _ = try await transaction.query(EditStatements.removePicture, key)
        case .create, .change, .revert, .remove, .restore:
            return try await performOnTexts(edit, on: id, old, entry, in: transaction)
        }
        _ = try await transaction.query(EditStatements.note, entry)
    }

    private static func performOnTexts(
        _ edit: MuseumEdit, on id: MuseumID, _ old: EditableMuseum?, _ entry: NamedParameters,
        in transaction: PostgresTransaction
    ) async throws {
        let key: NamedParameters = ["id": id]
        let former = old.flatMap { $0.isRemoved ? nil : $0.record }
        if former != nil { _ = try await transaction.query(EditStatements.forgetWords, key) }
        let written = edit.texts(after: old)
        if let written { try await write(written.record, source: written.source, in: transaction) }
        try await FactStore.apply(edit.facts, to: id, in: transaction)
        if case .restore = edit { try await query(EditStatements.restoration, key, in: transaction) }
        _ = try await transaction.query(EditStatements.note, entry)
        if case .remove = edit { try await query(EditStatements.removal, key, in: transaction) }
        try await refresh([former, written?.record].compactMap { $0?.location }, in: transaction)
    }

    private static func query(
        _ statements: [PreparedStatement], _ key: NamedParameters, in transaction: PostgresTransaction
    ) async throws {
        for statement in statements { _ = try await transaction.query(statement, key) }
    }

    /// Writes one museum as a load does.
    private static func write(
        _ record: MuseumRecord, source: String, in transaction: PostgresTransaction
    ) async throws {
        _ = try await transaction.query(LoadStatements.createStaging)
        var lines: [UInt8]? = CopyRow.lines([NumberedMuseum(line: 1, museum: record)])
        _ = try await transaction.copyIn(LoadStatements.copy) {
            defer { lines = nil }
            return lines
        }
        _ = try await transaction.query(EditStatements.setSource, ["id": record.id, "source": source])
        _ = try await transaction.query(LoadStatements.write, ["source": source])
        _ = try await transaction.query(EditStatements.noteWords, ["id": record.id])
    }

    /// Refreshes the cells of the map around places, and the indexes.
    private static func refresh(_ places: [Location], in transaction: PostgresTransaction) async throws {
        for level in stride(from: MapPlan.finestStored, through: 1, by: -1) {
            let cells = Set(
                places.map { place in
                    CellPosition(
                        x: MapGrid.x(of: place.longitude.value) >> (MapGrid.bits - level),
                        y: MapGrid.y(of: place.latitude.value) >> (MapGrid.bits - level))
                })
            let parameters: NamedParameters = ["level": level, "xs": cells.map(\.x), "ys": cells.map(\.y)]
            _ = try await transaction.query(EditStatements.clearCells, parameters)
            _ = try await transaction.query(
                level == MapPlan.finestStored ? EditStatements.fillFinestCells : EditStatements.fillCoarserCells,
                parameters)
        }
        _ = try await transaction.query(LoadStatements.cleanIndexes)
    }
}

/// The place of a cell of the map among those of its level.
private struct CellPosition: Hashable {
    var x: Int
    var y: Int
}

extension EditableMuseum {
    /// Reads a row of ``EditStatements/read``.
    fileprivate init(_ row: PostgresRow) throws {
        let name = try LocalizedText(row.prefixed("name_"))
        // The other names are stored in the form in which searches compare them.
        let folded = Set(name.all.map(Folding.fold))
        let names = try row.read("names", as: String.self).split(separator: "|").map(String.init)
        record = try MuseumRecord(
            id: row.read("id"), category: MuseumCategory(row), country: row.read("country"), location: Location(row),
            website: row.read("website"), founded: row.read("founded"), popularity: row.read("popularity"), name: name,
            aliases: names.filter { !folded.contains($0) }, city: LocalizedText(row.prefixed("city_")),
            address: LocalizedText(row.prefixed("address_")), description: LocalizedText(row.prefixed("description_")),
            credit: SourceCredit(row))
        source = try row.read("source")
        digest = try row.read("digest")
        edits = try row.read("edits")
        isRemoved = try row.read("is_removed")
        picture = try CreditedPicture(row)
        facts = try row.read("has_facts", as: Bool.self) ? FactColumns.facts(row) : nil
    }
}

extension PastMuseumEdit {
    /// Reads a row of ``EditStatements/list``.
    fileprivate init(_ row: PostgresRow) throws(PostgresError) {
        place = try row.read("place")
        number = try row.read("version")
        museum = try row.read("museum_id")
        name = try LocalizedText(row.prefixed("name_"))
        // A newer program may write further kinds.
        kind = MuseumEditKind(rawValue: try row.read("kind", as: String.self)) ?? .changed
        at = try row.read("at")
        editor = try row.read("actor_id")
    }
}
