import AuthContract
import BookingContract
import Postgres
import TestSupport
import Testing
import Values

@testable import Database

extension Password: ColumnValue {}
extension SetCount: ColumnValue {}

@Suite struct ColumnValueTests {
    @Test func `Values of the contract are bound as parameters and read from columns`() async throws {
        try await PostgresCluster.withClient { client in
            let id = Identifier(unchecked: Identifier.exampleText)
            let statement = PreparedStatement(
                "values",
                """
                SELECT :id::text AS id, :ids::text[] AS ids, :at::bigint AS at, :day::integer AS day,
                    :days::integer[] AS days, :word::text AS word, :north::double precision AS north,
                    :count::smallint AS count, :absent::text AS absent
                """)
            let row = try await client.query(
                statement,
                [
                    "id": id, "ids": [id, id], "at": Instant(milliseconds: -5), "day": LocalDate(daysSince1970: 20_000),
                    "days": [LocalDate(daysSince1970: -1)], "word": Language.russian,
                    "north": Latitude(unchecked: 53.9), "count": SetCount(unchecked: 3), "absent": Password?.none,
                ]
            ).only
            #expect(try row.read("id") == id)
            #expect(try row.read("ids") == [id, id])
            #expect(try row.read("at") == Instant(milliseconds: -5))
            #expect(try row.read("day") == LocalDate(daysSince1970: 20_000))
            #expect(try row.read("days") == [LocalDate(daysSince1970: -1)])
            #expect(try row.read("word") == Language.russian)
            #expect(try row.read("north") == Latitude(unchecked: 53.9))
            #expect(try row.read("count") == SetCount(unchecked: 3))
            #expect(try row.read("absent", as: Password?.self) == nil)
            let error = #expect(throws: PostgresError.self) { try row.read("id", as: Language.self) }
            #expect(error?.message == "column \"id\" holds text, not Language")
        }
    }
}
