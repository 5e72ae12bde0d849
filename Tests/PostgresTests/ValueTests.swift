import Postgres
import TestSupport
import Testing

@Suite struct PostgresValueTests {
    @Test func `Integers of all widths are read`() async throws {
        try await PostgresCluster.withClient { client in
            let row = try await client.run(
                "SELECT '-32768'::int2, '2147483647'::int4, '-9223372036854775808'::int8, 7::oid")[
                    0]
            #expect(try row.decode(Int64.self, at: 0) == -32_768)
            #expect(try row.decode(Int.self, at: 1) == 2_147_483_647)
            #expect(try row.decode(Int64.self, at: 2) == .min)
            #expect(try row.decode(Int16.self, at: 0) == .min)
            #expect(try row.decode(Int32.self, at: 3) == 7)
            // A value that does not fit is an error, not another value.
            #expect(throws: PostgresError.self) { try row.decode(Int16.self, at: 1) }
            #expect(throws: PostgresError.self) { try row.decode(Int32.self, at: 2) }
        }
    }

    @Test func `Numbers, texts and truth values are read`() async throws {
        try await PostgresCluster.withClient { client in
            let row = try await client.run(
                """
                SELECT 1.5::float4, 'NaN'::float8, 12345678.9::numeric, true, 'ж'::text, 'b'::varchar, 'c'::char(3),
                    'd'::name, '{"a": 1}'::json, '{"a":  1}'::jsonb, '0190a5b8-7c1e-7000-8000-0123456789ab'::uuid,
                    '\\x00ff'::bytea, 'x'::"char", '<a/>'::xml
                """)[0]
            #expect(try row.decode(Double.self, at: 0) == 1.5)
            #expect(try row.decode(Double.self, at: 1).isNaN)
            #expect(try row.decode(Double.self, at: 2) == 12_345_678.9)
            #expect(try row.decode(Bool.self, at: 3))
            let texts = try [4, 5, 6, 7, 8, 9, 10, 12, 13].map { try row.decode(String.self, at: $0) }
            #expect(
                texts == [
                    "ж", "b", "c  ", "d", #"{"a": 1}"#, #"{"a": 1}"#, "0190a5b8-7c1e-7000-8000-0123456789ab", "x",
                    "<a/>",
                ])
            #expect(try row.decode([UInt8].self, at: 11) == [0, 255])
        }
    }

    @Test(arguments: [
        "0", "1", "-1", "10000", "9999", "0.0001", "-0.00010", "123456789012345678901234567890.5", "100000000", "0.5",
        "1e-12", "99990000", "12.3400", "-10000.0001",
    ])
    func `A numeric keeps all its digits`(text: String) async throws {
        try await PostgresCluster.withClient { client in
            let row = try await client.run("SELECT $1::numeric, $1::numeric::text, $1::float8", [text])[0]
            #expect(try row.decode(String.self, at: 0) == row.decode(String.self, at: 1))
            #expect(try row.decode(Double.self, at: 0) == row.decode(Double.self, at: 2))
        }
    }

    @Test func `Numerics can be NaN or infinite`() async throws {
        try await PostgresCluster.withClient { client in
            let row = try await client.run("SELECT 'NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric")[0]
            #expect(try row.decode(Double.self, at: 0).isNaN)
            #expect(try row.decode(Double.self, at: 1) == .infinity)
            #expect(try row.decode(Double.self, at: 2) == -.infinity)
        }
    }

    @Test func `Parameters of all types come back unchanged`() async throws {
        try await PostgresCluster.withClient { client in
            let texts = ["", "a\"b", "back\\slash", "{a,b}", "NULL", "ўэ 🏛", "line\nbreak", "'"]
            let row = try await client.run(
                """
                SELECT $1::text, $2::bigint, $3::float8, $4::bool, $5::bytea, $6::text[], $7::bigint[], $8::float8[],
                    $9::bool[], $10::int4[], $11::bytea, $12::jsonb
                """,
                [
                    texts[5], Int64.min, 0.1, false, [UInt8]([0, 1, 255]), texts, [Int64.max, -1], [0.5, -.infinity],
                    [true, false], [Int32](), [UInt8](),
                    #"{"k":"v"}"#,
                ])[0]
            #expect(try row.decode(String.self, at: 0) == texts[5])
            #expect(try row.decode(Int64.self, at: 1) == .min)
            #expect(try row.decode(Double.self, at: 2) == 0.1)
            #expect(try row.decode(Bool.self, at: 3) == false)
            #expect(try row.decode([UInt8].self, at: 4) == [0, 1, 255])
            #expect(try row.decode([String].self, at: 5) == texts)
            #expect(try row.decode([Int64].self, at: 6) == [.max, -1])
            #expect(try row.decode([Double].self, at: 7) == [0.5, -.infinity])
            #expect(try row.decode([Bool].self, at: 8) == [true, false])
            #expect(try row.decode([Int].self, at: 9) == [])
            #expect(try row.decode([UInt8].self, at: 10) == [])
            #expect(try row.decode(String.self, at: 11) == #"{"k": "v"}"#)
        }
    }

    @Test func `Empty values are not NULL`() async throws {
        try await PostgresCluster.withClient { client in
            let isEmptyByteaNull = try await client.value(Bool.self, "SELECT $1::bytea IS NULL", [[UInt8]()])
            #expect(isEmptyByteaNull == false)
            let isEmptyTextNull = try await client.value(Bool.self, "SELECT $1::text IS NULL", [""])
            #expect(isEmptyTextNull == false)
        }
    }

    @Test func `NULL is read as nil, and only as nil`() async throws {
        try await PostgresCluster.withClient { client in
            let row = try await client.run("SELECT NULL::int, $1::text AS word, 5", [String?.none])[0]
            #expect(try row.decode(Int?.self, at: 0) == nil)
            #expect(try row.decode(String?.self, at: 1) == nil)
            #expect(try row.decode(Int?.self, at: 2) == 5)
            #expect(try row.isNull("word"))
            let error = #expect(throws: PostgresError.self) { try row.decode(Int.self, at: 0) }
            #expect(error?.code == .typeMismatch)
            #expect(error?.message == "column \"int4\" holds NULL, not Int")
        }
    }

    @Test func `A wrong type is an error that names both types`() async throws {
        try await PostgresCluster.withClient { client in
            let row = try await client.run(
                "SELECT 1 AS number, 'a' AS word, 1.5::float8, true, ARRAY[1, NULL], ARRAY[[1], [2]], now(), ROW(1, 'a')"
            )[0]
            func mismatch<Value: PostgresDecodable>(_ type: Value.Type, _ column: Int) -> String? {
                do throws(PostgresError) {
                    _ = try row.decode(type, at: column)
                    return nil
                } catch {
                    return error.code == .typeMismatch ? error.message : "\(error.code)"
                }
            }
            #expect(mismatch(String.self, 0) == "column \"number\" holds integer, not String")
            #expect(mismatch(Int.self, 1) == "column \"word\" holds text, not Int")
            #expect(mismatch(Int.self, 2) == "column \"float8\" holds double precision, not Int")
            #expect(mismatch([UInt8].self, 1) == "column \"word\" holds text, not [UInt8]")
            #expect(mismatch(Bool.self, 0) != nil)
            #expect(mismatch(Double.self, 0) != nil)
            #expect(mismatch([Int].self, 4) != nil)
            #expect(mismatch([Int].self, 5) != nil)
            #expect(mismatch([String].self, 1) != nil)
            #expect(mismatch(String.self, 6) != nil)
            #expect(mismatch(String.self, 7) != nil)
        }
    }

    @Test func `An enum is read and sent as text`() async throws {
        try await PostgresCluster.withClient { client in
            try await client.run("CREATE TYPE mood AS ENUM ('glad', 'sad')")
            let row = try await client.run("SELECT $1::mood, ARRAY['sad', 'glad']::mood[]", ["glad"])[0]
            #expect(try row.decode(String.self, at: 0) == "glad")
            #expect(try row.decode([String].self, at: 1) == ["sad", "glad"])
        }
    }

    @Test func `An invalid parameter is refused before it is sent`() async throws {
        try await PostgresCluster.withClient { client in
            func refusal(_ value: any PostgresEncodable) async -> String? {
                let error = await postgresError { try await client.run("SELECT $2::text", ["fine", value]) }
                return error?.code == .invalidParameter ? error?.message : "\(String(describing: error))"
            }
            #expect(await refusal("a\0b") == "parameter $2: text must not hold a NUL character")
            #expect(await refusal(["fine", "a\0b"]) == "parameter $2: text must not hold a NUL character")
            let many = await postgresError { try await client.run("SELECT 1", Array(repeating: 1, count: 65_536)) }
            #expect(many?.code == .invalidParameter)
        }
    }

    @Test func `Rows are a collection`() async throws {
        try await PostgresCluster.withClient { client in
            let rows = try await client.run("SELECT n AS number, n * n AS \"Square\" FROM generate_series(1, 5) AS n")
            #expect(rows.count == 5)
            #expect(rows.columnCount == 2)
            #expect(try rows.map { try $0.decode(Int.self, at: 1) } == [1, 4, 9, 16, 25])
            #expect(try rows.only.read("number", as: Int.self) == 1)
            try await client.run("CREATE TABLE numbers (n INT)")
            let inserted = try await client.run("INSERT INTO numbers SELECT generate_series(1, 3)")
            #expect(inserted.affectedRows == 3)
            #expect(inserted.isEmpty)
            let error = #expect(throws: PostgresError.self) { try inserted.only }
            #expect(error?.code == .protocolViolation)
        }
    }
}
