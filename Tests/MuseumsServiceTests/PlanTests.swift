import Testing

@testable import MuseumsService
@testable import Postgres

/// Tests that museums listed without a search text are read from an index; those by importance without sorting.
@Suite struct PlanTests {
    private static func plan(
        _ statement: PreparedStatement, _ parameters: NamedParameters, in database: MuseumDatabase
    ) async throws -> String {
        let explain = PreparedStatement("test.explain", "EXPLAIN (COSTS OFF) " + statement.sql)
        // In the statement's SQL, numbers have replaced the names.
        let bound = try BoundStatement(explain, parameters.encoded(for: statement.parameterNames))
        return try await database.client.run(bound, deadline: nil).map { try $0.read("QUERY PLAN") }
            .joined(separator: "\n")
    }

    @Test func `A list is read from the index that has its order`() async throws {
        try await MuseumDatabase.with { database in
            try await database.addMany(5_000)
            let byImportance = BrowseStatements.byImportance
            let wanted: NamedParameters = [
                "limit": 21, "after_id": "", "country": "XX", "category": "general", "is_counted": true,
                "ranked": 1_000,
            ]
            for statement in [
                byImportance.all, byImportance.country, byImportance.category, byImportance.countryAndCategory,
            ] {
                let plan = try await Self.plan(statement, wanted + ["after_place": -1], in: database)
                #expect(plan.contains("Index Scan using museums_"), "\(plan)")
                // Within a row, the few files of its picture are sorted.
                let list = plan.split(separator: "SubPlan", maxSplits: 1)[0]
                #expect(!list.contains("Sort") && !plan.contains("Seq Scan on museums"), "\(plan)")
            }
            for statement in [BrowseStatements.nearest.all, BrowseStatements.nearest.country] {
                let plan = try await Self.plan(
                    statement, wanted + ["after_place": -1.0, "north": 40.0, "east": -80.0], in: database)
                #expect(plan.contains("Index Scan using museums_spot on museums"), "\(plan)")
            }
            let box = BoxSQL.parameters(SearchFilter(box: try .of(-80, 40, -79, 41)))
            let boxed = try await Self.plan(byImportance.boxed, wanted + box + ["after_place": -1], in: database)
            #expect(!boxed.contains("Seq Scan on museums"), "\(boxed)")
        }
    }
}
