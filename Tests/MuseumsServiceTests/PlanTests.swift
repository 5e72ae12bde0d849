import Postgres
import Testing

@testable import MuseumsService

/// Lists without words read as many rows as they need from an index and never sort the whole table.
@Suite struct PlanTests {
    private static func plan(
        _ statement: PreparedStatement, _ parameters: [any PostgresEncodable], in database: MuseumDatabase
    ) async throws -> String {
        let explain = PreparedStatement("test.explain", "EXPLAIN (COSTS OFF) " + statement.sql)
        let rows = try await database.client.query(explain, parameters)
        return try rows.map { try $0.decode(String.self, at: 0) }.joined(separator: "\n")
    }

    @Test func `A list is read from the index of its order`() async throws {
        try await MuseumDatabase.with { database in
            try await database.addMany(5_000)
            let byImportance = BrowseStatements.byImportance
            let start: [any PostgresEncodable] = [21, -1, ""]
            for (statement, parameters) in [
                (byImportance.all, start), (byImportance.country, start + ["XX"]),
                (byImportance.category, start + ["general"]),
                (byImportance.countryAndCategory, start + ["XX", "general"]),
            ] {
                let plan = try await Self.plan(statement, parameters, in: database)
                #expect(plan.contains("Index Scan using museums_"), "\(plan)")
                #expect(!plan.contains("Sort") && !plan.contains("Seq Scan on museums"), "\(plan)")
            }
            let near: [any PostgresEncodable] = [21, -1.0, "", 40.0, -80.0]
            for (statement, parameters) in [
                (BrowseStatements.nearest.all, near), (BrowseStatements.nearest.country, near + ["XX"]),
            ] {
                let plan = try await Self.plan(statement, parameters, in: database)
                #expect(plan.contains("Index Scan using museums_spot on museums"), "\(plan)")
            }
        }
    }
}
