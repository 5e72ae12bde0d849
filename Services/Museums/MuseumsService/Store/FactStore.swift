import Database
import MuseumsContract
import Postgres
import Values

/// The facts of museums in PostgreSQL.
struct FactStore: Sendable {
    /// The number of facts sent to the database at a time.
    private static let batch = 1_000

    let client: PostgresClient

    /// Adds the facts about museums.
    func complete(
        _ museums: [MuseumDetails], deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> [MuseumDetails] {
        var facts: [String: [FactKind: MuseumFact]] = [:]
        for row in try await client.query(Self.read, ["ids": museums.map(\.id.text)], deadline: deadline) {
            // A newer program may write further kinds.
            guard let kind = FactKind(rawValue: try row.read("fact", as: String.self)) else { continue }
            facts[try row.read("museum_id"), default: [:]][kind] = MuseumFact(
                kind: kind, value: try row.read("value"), source: try row.read("source"),
                date: try row.read("stated_on"))
        }
        return museums.map { museum in
            var museum = museum
            museum.facts = facts[museum.id.text] ?? [:]
            return museum
        }
    }

    /// The opening hours of a museum, with what tells its zone.
    struct Hours: Sendable {
        var id: String
        var country: CountryCode
        var statement: String
        var zone: String?
    }

    /// Reads the opening hours of all museums, at most `most`.
    func hours(_ most: Int, deadline: ContinuousClock.Instant?) async throws(PostgresError) -> [Hours] {
        try await client.query(Self.allHours, ["most": most], deadline: deadline).map { row throws(PostgresError) in
            Hours(
                id: try row.read("id"), country: try row.read("country"), statement: try row.read("value"),
                zone: try row.read("zone"))
        }
    }

    /// Stores all facts of a source or, on any error, none.
    ///
    /// Lines for unknown museums, and for facts that an editor set or removed, are skipped and reported.
    ///
    /// - Parameters:
    ///   - timeout: the time limit of one statement.
    ///   - makeSource: opens the source; called once for each attempt.
    /// - Throws: the errors of the source, and `PostgresError`.
    func load<Source: FactSource & SendableMetatype>(
        timeout: Duration, from makeSource: @escaping @Sendable () throws -> Source
    ) async throws -> FactSummary {
        try await client.withTransaction(statementTimeout: timeout) { transaction in
            // Changes of museums are numbered in the order in which they become visible.
            _ = try await transaction.query(LoadStatements.lock)
            var source = try makeSource()
            var summary = FactSummary()
            while let batch = try source.next(Self.batch) {
                try await Self.write(batch, in: transaction, &summary)
            }
            summary.refusals = (summary.refusals + source.refusals).sorted { $0.line < $1.line }
            return summary
        }
    }

    private static func write(
        _ batch: [FileFact], in transaction: PostgresTransaction, _ summary: inout FactSummary
    ) async throws {
        let ids = Set(batch.map(\.museum.text)).sorted()
        var edited: [String: [String]] = [:]
        for row in try await transaction.query(knownMuseums, ["ids": ids]) {
            edited[try row.read("id")] = try row.read("edited", as: [String].self)
        }
        var entries: [FileFact] = []
        for entry in batch {
            if let kinds = edited[entry.museum.text], !kinds.contains(entry.kind.rawValue) {
                entries.append(entry)
                continue
            }
            let isKnown = edited[entry.museum.text] != nil
            let reason = isKnown ? FactSummary.edited : "there is no museum \(entry.museum)"
            summary.refusals.append(SourceLineRefusal(line: entry.line, reason: reason))
        }
        let changes = entries.map { ($0.museum, FactChange(kind: $0.kind, fact: $0.fact)) }
        let (written, removed) = try await apply(changes, in: transaction)
        summary.removed += removed
        summary.written += written
        summary.unchanged += entries.count - removed - written
    }

    /// Changes facts of a museum.
    static func apply(_ changes: [FactChange], to museum: MuseumID, in transaction: PostgresTransaction) async throws {
        guard !changes.isEmpty else { return }
        _ = try await apply(changes.map { (museum, $0) }, in: transaction)
    }

    private static func apply(
        _ changes: [(MuseumID, FactChange)], in transaction: PostgresTransaction
    ) async throws -> (written: Int, removed: Int) {
        let gone = changes.filter { $0.1.fact == nil }
        let removed = try await transaction.query(
            remove, ["ids": gone.map(\.0.text), "facts": gone.map(\.1.kind.rawValue)]
        ).affectedRows
        let facts = changes.compactMap { museum, change in change.fact.map { (museum.text, $0) } }
        let written = try await transaction.query(
            store,
            [
                "ids": facts.map(\.0), "facts": facts.map(\.1.kind.rawValue), "values": facts.map(\.1.value),
                "sources": facts.map(\.1.source), "dates": facts.map(\.1.date),
            ]
        ).affectedRows
        return (written, removed)
    }

    private static let read = PreparedStatement(
        "museums.facts",
        "SELECT museum_id, fact, value, source, stated_on FROM museum_facts WHERE museum_id = ANY (:ids::text[])")
    private static let allHours = PreparedStatement(
        "museums.openingHours",
        """
        SELECT museums.id, museums.country, hours.value, zones.value AS zone
        FROM museum_facts AS hours JOIN museums ON museums.id = hours.museum_id
            LEFT JOIN museum_facts AS zones ON zones.museum_id = hours.museum_id AND zones.fact = 'time_zone'
        WHERE hours.fact = 'opening_hours' ORDER BY museums.id LIMIT :most
        """)
    private static let knownMuseums = PreparedStatement(
        "museums.knownForFacts",
        """
        SELECT id, \(FactColumns.edited("museums.id")) AS edited
        FROM museums WHERE id = ANY (:ids::text[]) FOR KEY SHARE
        """)
    private static let remove = PreparedStatement(
        "museums.removeFacts",
        """
        DELETE FROM museum_facts USING unnest(:ids::text[], :facts::text[]) AS gone (museum, kind)
        WHERE museum_id = gone.museum AND fact = gone.kind
        """)
    private static let store = PreparedStatement(
        "museums.writeFacts",
        """
        INSERT INTO museum_facts AS existing (museum_id, fact, value, source, stated_on)
        SELECT * FROM unnest(:ids::text[], :facts::text[], :values::text[], :sources::text[], :dates::integer[])
        ON CONFLICT (museum_id, fact) DO UPDATE
        SET value = EXCLUDED.value, source = EXCLUDED.source, stated_on = EXCLUDED.stated_on
        WHERE (existing.value, existing.source, existing.stated_on)
            IS DISTINCT FROM (EXCLUDED.value, EXCLUDED.source, EXCLUDED.stated_on)
        """)
}
