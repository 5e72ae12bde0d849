import Postgres
import TestSupport
import Testing

@Suite struct FirstTests {
    @Test func aQueryReturnsItsRows() async throws {
        try await PostgresCluster.withClient { client in
            let rows = try await client.query(PreparedStatement("one", "SELECT $1::bigint + 1, 'текст'"), [41])
            #expect(try rows[0].decode(Int64.self, at: 0) == 42)
            #expect(try rows[0].decode(String.self, at: 1) == "текст")
        }
    }

    @Test func aTemplateIsMigrated() async throws {
        let template = DatabaseTemplate(
            "first", migrations: [Migration(version: 1, name: "a", oldestProgram: 1, sql: "CREATE TABLE a (b INT)")])
        try await PostgresCluster.withClient(like: template) { client in
            try await client.withTransaction { transaction in
                _ = try await transaction.query(PreparedStatement("insert", "INSERT INTO a VALUES ($1)"), [1])
            }
            let rows = try await client.query(PreparedStatement("count", "SELECT count(*) FROM a"))
            #expect(try rows[0].decode(Int.self, at: 0) == 1)
        }
    }
}
