import Postgres

/// What a load did.
struct LoadSummary: Equatable, Sendable {
    /// A line and what there is to say about it.
    struct Note: Equatable, Sendable {
        var line: Int
        var text: String
    }

    var added = 0
    var changed = 0
    var unchanged = 0
    var removed = 0
    /// Lines that repeat an earlier one; the text is the number of that one.
    var repeated: [Note] = []
    /// Lines whose id an earlier line has; the text is the id that the museum got.
    var renamed: [Note] = []
    /// Lines whose id an earlier line got as its new one; the text is that id.
    var taken: [Note] = []
    /// Lines whose id belongs to another source.
    var foreign: [Note] = []

    /// Whether the catalogue is another than before.
    var changedAnything: Bool { added + changed + removed > 0 }
}

extension MuseumStore {
    /// Puts the museums of a source into the catalogue, all of them or, on any error, none.
    ///
    /// - Parameters:
    ///   - name: whose museums they are; museums of other sources are left alone.
    ///   - replacesAll: whether museums of the same source that are not among them go.
    ///   - timeout: how long one statement may take.
    ///   - makeSource: begins to read the source.
    func load<Source: MuseumSource & SendableMetatype>(
        _ name: String, replacesAll: Bool, timeout: Duration, from makeSource: @escaping @Sendable () throws -> Source
    ) async throws -> (summary: LoadSummary, report: SourceReport) {
        let result = try await client.withTransaction(TransactionOptions(statementTimeout: timeout)) { transaction in
            _ = try await transaction.query(LoadStatements.lock)
            let result = try await Self.load(name, replacesAll: replacesAll, from: makeSource(), in: transaction)
            try await Self.addSounds(in: transaction)
            return result
        }
        try await refreshStatistics(after: result.summary)
        return result
    }

    /// The same for the bundled catalogue, unless the database holds it already.
    /// - Returns: what was done; `nil` if nothing had to be.
    func loadCatalogue(
        _ catalogue: BundledCatalogue, timeout: Duration
    ) async throws -> LoadSummary? {
        let digest = Int64(bitPattern: catalogue.digest)
        let summary = try await client.withTransaction(TransactionOptions(statementTimeout: timeout)) {
            transaction -> LoadSummary? in
            // Another replica may be at it; it is then done when the lock is free.
            _ = try await transaction.query(LoadStatements.lock)
            let held = try await transaction.query(LoadStatements.catalogueDigest).first?.decode(Int64.self, at: 0)
            guard held != digest else {
                // The vocabulary may be that of a program that knew no sounds.
                try await Self.addSounds(in: transaction)
                return nil
            }
            let result = try await Self.load(
                BundledCatalogue.source, replacesAll: true, from: RecordSource(catalogue.museums), in: transaction)
            try await Self.addSounds(in: transaction)
            _ = try await transaction.query(LoadStatements.noteCatalogue, [digest, catalogue.museums.count])
            return result.summary
        }
        if let summary { try await refreshStatistics(after: summary) }
        return summary
    }

    private static func load(
        _ name: String, replacesAll: Bool, from source: some MuseumSource, in transaction: PostgresTransaction
    ) async throws -> (summary: LoadSummary, report: SourceReport) {
        var source = source
        var summary = LoadSummary()
        _ = try await transaction.query(LoadStatements.createStaging)
        _ = try await transaction.copyIn(LoadStatements.copy) { try source.nextRows() }
        summary.repeated = try await notes(transaction.query(LoadStatements.dropRepeated))
        summary.renamed = try await notes(transaction.query(LoadStatements.numberSharedIDs))
        summary.taken = try await notes(transaction.query(LoadStatements.dropTaken))
        // What was left out has no new id to be told of.
        let leftOut = Set(summary.taken.map(\.line))
        summary.renamed.removeAll { leftOut.contains($0.line) }
        summary.foreign = try await notes(transaction.query(LoadStatements.dropForeign, [name]))
        if replacesAll {
            summary.removed = try await transaction.query(LoadStatements.removeOthers, [name]).affectedRows
        }
        summary.unchanged = try await transaction.query(LoadStatements.dropUnchanged).affectedRows
        if let row = try await transaction.query(LoadStatements.write, [name]).first {
            summary.added = try row.decode(at: 0)
            summary.changed = try row.decode(at: 1)
        }
        guard summary.changedAnything else { return (summary, source.report) }
        _ = try await transaction.query(LoadStatements.refreshVocabulary)
        _ = try await transaction.query(LoadStatements.cleanIndexes)
        _ = try await transaction.query(LoadStatements.clearCells)
        _ = try await transaction.query(LoadStatements.fillFinestCells, [MapPlan.finestKept])
        for level in stride(from: MapPlan.finestKept - 1, through: 1, by: -1) {
            _ = try await transaction.query(LoadStatements.fillCoarserCells, [level])
        }
        return (summary, source.report)
    }

    /// Notes what the words of the vocabulary sound like, as far as it is not known yet.
    private static func addSounds(in transaction: PostgresTransaction) async throws {
        let words = try await transaction.query(LoadStatements.wordsWithoutSound).map {
            (row) throws(PostgresError) in try row.decode(String.self, at: 0)
        }
        for start in stride(from: 0, to: words.count, by: 5_000) {
            var columns: (sounds: [String], words: [String], areWhole: [Bool]) = ([], [], [])
            for word in words[start..<min(start + 5_000, words.count)] {
                guard let sounds = Spelling.sounds(of: word) else { continue }
                for sound in [sounds.whole] + sounds.others {
                    columns.sounds.append(sound)
                    columns.words.append(word)
                    columns.areWhole.append(sound == sounds.whole)
                }
            }
            _ = try await transaction.query(
                LoadStatements.noteSounds, [columns.sounds, columns.words, columns.areWhole])
        }
    }

    private static func notes(_ rows: PostgresRows) throws -> [LoadSummary.Note] {
        try rows.map { LoadSummary.Note(line: try $0.decode(at: 0), text: try $0.decode(at: 1)) }
            .sorted { $0.line < $1.line }
    }

    private func refreshStatistics(after summary: LoadSummary) async throws(PostgresError) {
        guard summary.changedAnything else { return }
        for statement in LoadStatements.analyze { _ = try await client.query(statement) }
    }
}
