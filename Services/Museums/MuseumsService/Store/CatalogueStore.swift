import Postgres

/// The catalogue in PostgreSQL, as written by loads and imports.
struct CatalogueStore: Sendable {
    let client: PostgresClient
    /// The time limit of one statement of a load.
    let timeout: Duration

    /// Stores all museums of a source or, on any error, none.
    ///
    /// - Parameters:
    ///   - name: the source; museums of other sources stay unchanged.
    ///   - replacesAll: true to remove museums of the same source that it no longer contains.
    ///   - makeSource: opens the source; called once for each attempt.
    func load<Source: MuseumSource & SendableMetatype>(
        _ name: String, replacesAll: Bool, from makeSource: @escaping @Sendable () throws -> Source
    ) async throws -> (summary: LoadSummary, report: SourceReport) {
        let result = try await client.withTransaction(statementTimeout: timeout) { transaction in
            _ = try await transaction.query(LoadStatements.lock)
            return try await Self.load(name, replacesAll: replacesAll, from: makeSource(), in: transaction)
        }
        try await refreshStatistics(after: result.summary)
        return result
    }

    /// Replaces the museums of a source with a catalogue's, unless the database already holds that catalogue.
    ///
    /// - Parameters:
    ///   - museums: returns the museums; called only if the digest has changed.
    ///   - digest: the digest of the catalogue's content.
    /// - Returns: the changes, or `nil` if the database was up to date.
    func replace(
        _ name: String, with museums: @Sendable () throws -> [MuseumRecord], digest: UInt64
    ) async throws -> LoadSummary? {
        let digest = Int64(bitPattern: digest)
        let summary = try await client.withTransaction(statementTimeout: timeout) {
            transaction -> LoadSummary? in
            // Another replica may be loading the catalogue, and has finished once the lock is free.
            _ = try await transaction.query(LoadStatements.lock)
            let held = try await transaction.query(LoadStatements.catalogueDigest).first?.read(
                "digest", as: Int64.self)
            guard held != digest else { return nil }
            let museums = try museums()
            let result = try await Self.load(
                name, replacesAll: true, from: RecordSource(museums), in: transaction)
            _ = try await transaction.query(LoadStatements.noteCatalogue, ["digest": digest, "museums": museums.count])
            return result.summary
        }
        if let summary { try await refreshStatistics(after: summary) }
        return summary
    }

    private static func load(
        _ name: String, replacesAll: Bool, from source: some MuseumSource, in transaction: PostgresTransaction
    ) async throws -> (summary: LoadSummary, report: SourceReport) {
        var museums = source
        let source: NamedParameters = ["source": name]
        var summary = LoadSummary()
        _ = try await transaction.query(LoadStatements.createStaging)
        _ = try await transaction.copyIn(LoadStatements.copy) { try museums.next().map(CopyRow.lines) }
        summary.repeated = try await notes(transaction.query(LoadStatements.dropRepeated))
        summary.renamed = try await notes(transaction.query(LoadStatements.numberSharedIDs))
        summary.taken = try await notes(transaction.query(LoadStatements.dropTaken))
        // A skipped line has no new id to report.
        let skipped = Set(summary.taken.map(\.line))
        summary.renamed.removeAll { skipped.contains($0.line) }
        summary.foreign = try await notes(transaction.query(LoadStatements.dropForeign, source))
        if replacesAll {
            summary.removed = try await transaction.query(LoadStatements.removeOthers, source).affectedRows
        }
        summary.unchanged = try await transaction.query(LoadStatements.dropUnchanged).affectedRows
        if let row = try await transaction.query(LoadStatements.write, source).first {
            summary.added = try row.read("added")
            summary.changed = try row.read("changed")
        }
        guard summary.changedAnything else { return (summary, museums.report) }
        _ = try await transaction.query(LoadStatements.refreshVocabulary)
        _ = try await transaction.query(LoadStatements.cleanIndexes)
        _ = try await transaction.query(LoadStatements.clearCells)
        _ = try await transaction.query(LoadStatements.fillFinestCells, ["level": MapPlan.finestStored])
        for level in stride(from: MapPlan.finestStored - 1, through: 1, by: -1) {
            _ = try await transaction.query(LoadStatements.fillCoarserCells, ["level": level])
        }
        return (summary, museums.report)
    }

    private static func notes(_ rows: PostgresRows) throws -> [LoadSummary.Note] {
        try rows.map { LoadSummary.Note(line: try $0.read("line"), text: try $0.read("text")) }
            .sorted { $0.line < $1.line }
    }

    private func refreshStatistics(after summary: LoadSummary) async throws(PostgresError) {
        guard summary.changedAnything else { return }
        for statement in LoadStatements.analyze { _ = try await client.query(statement) }
    }
}
