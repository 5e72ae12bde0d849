import TestSupport
import Testing

@testable import Postgres

@Suite struct NameTests {
    // MARK: Parameters

    @Test(arguments: [
        ("SELECT :b::int + :a, :b", "SELECT $1::int + $2, $1", ["b", "a"]),
        ("WHERE made_at<:before_1)", "WHERE made_at<$1)", ["before_1"]),
        ("SELECT ':a', \":b\", 'it''s :c', E'\n', :d", "SELECT ':a', \":b\", 'it''s :c', E'\n', $1", ["d"]),
        ("SELECT 1 -- :a\n, /* :b */ :c", "SELECT 1 -- :a\n, /* :b */ $1", ["c"]),
        ("DO $$ :a $$; $x$ :b $$ $x$ :c", "DO $$ :a $$; $x$ :b $$ $x$ $1", ["c"]),
        ("SELECT '10:30', d[1:2], a::text, x := 1, :1", "SELECT '10:30', d[1:2], a::text, x := 1, :1", []),
        ("SELECT $1, $2::bigint", "SELECT $1, $2::bigint", []),
        ("SELECT 'open :a", "SELECT 'open :a", []), (":", ":", []), ("", "", []),
    ])
    func `A named parameter becomes a number, and nothing else changes`(
        text: String, sql: String, names: [String]
    ) {
        let statement = PreparedStatement("test", text)
        #expect(statement.sql == sql)
        #expect(statement.parameterNames == names)
    }

    @Test func `Values are bound by name in any order, and names unknown to a statement are ignored`()
        async throws
    {
        try await PostgresCluster.withClient { client in
            let statement = PreparedStatement("named", "SELECT :left::text || :right::text || :left::text AS sum")
            let values: NamedParameters = ["unused": 5, "right": "b"]
            let row = try await client.query(statement, values + ["left": "a"]).only
            #expect(try row.read("sum") == "aba")
            let sum = try await client.withTransaction { transaction in
                try await transaction.query(statement, ["left": "a", "right": String?.none]).only.read(
                    "sum", as: String?.self)
            }
            #expect(sum == nil)
        }
    }

    @Test func `A name without a value is an error that gives the name`() async throws {
        let statement = PreparedStatement("named", "SELECT :left::text, :right::text")
        let error = #expect(throws: PostgresError.self) { try BoundStatement(statement, ["right": "b"]) }
        #expect(error?.code == .invalidParameter)
        #expect(error?.message == "the parameter :left has no value")
    }

    @Test func `A value that cannot be sent is an error only for a statement that names it`() throws {
        let values: NamedParameters = ["left": "a\0b"] as NamedParameters + ["right": "b", "middle": [UInt8]()]
        let other = try BoundStatement(PreparedStatement("named", "SELECT :middle::bytea, :right::text"), values)
        #expect(other.parameters.entries.map(\.isBinary) == [true, false])
        #expect(other.parameters.entries.map(\.length) == [0, 1])
        let statement = PreparedStatement("named", "SELECT :right::text, :left::text")
        let error = #expect(throws: PostgresError.self) { try BoundStatement(statement, values) }
        #expect(error?.code == .invalidParameter)
        #expect(error?.message == "the parameter :left: text must not hold a NUL character")
    }

    // MARK: Columns

    @Test func `Columns are read by name in any order`() async throws {
        try await PostgresCluster.withClient { client in
            let rows = try await client.run(
                "SELECT n AS number, n * n AS \"Square\", 'a' AS word, NULL AS words, 'x' AS wo FROM generate_series(1, 3) n"
            )
            for (index, row) in rows.enumerated() {
                #expect(try row.read("word", as: String.self) == "a")
                #expect(try row.read("Square") == (index + 1) * (index + 1))
                #expect(try row.read("number", as: Int?.self) == index + 1)
                #expect(try row.read("wo", as: String.self).count == 1)
                #expect(try row.isNull("word") == false)
            }
            func message(_ body: () throws -> Void) -> String? {
                (#expect(throws: PostgresError.self, performing: body))?.message
            }
            #expect(message { _ = try rows[0].read("square", as: Int.self) } == "a row has no column \"square\"")
            #expect(message { _ = try rows[0].read("w", as: Int.self) } == "a row has no column \"w\"")
            #expect(message { _ = try rows[0].isNull("") } == "a row has no column \"\"")
            #expect(message { _ = try rows[0].read("word", as: Int.self) } == "column \"word\" holds text, not Int")
        }
    }

    @Test func `Columns with a prefix are read by the rest of their names`() async throws {
        try await PostgresCluster.withClient { client in
            let row = try await client.run(
                """
                SELECT 1 AS id, 2 AS "customer.id", NULL AS "customer.name", 3 AS "customer.city.id", 'x' AS word_en,
                    'y' AS "customer.word_en"
                """
            ).only
            let customer = row.prefixed("customer.")
            #expect(try row.read("id") == 1)
            #expect(try customer.read("id") == 2)
            #expect(try customer.isNull("name"))
            #expect(try customer.prefixed("city.").read("id") == 3)
            #expect(try row.prefixed("word_").read("en") == "x")
            #expect(try customer.prefixed("word_").read("en") == "y")
            #expect(try row.read("customer.id") == 2)
            for (part, name) in [(row, "name"), (customer, "customer.id"), (customer, "city"), (customer, "")] {
                #expect(throws: PostgresError.self) { try part.read(name, as: Int?.self) }
            }
            let error = #expect(throws: PostgresError.self) { try customer.read("town", as: Int.self) }
            #expect(error?.message == "a row has no column \"customer.town\"")
        }
    }
}
