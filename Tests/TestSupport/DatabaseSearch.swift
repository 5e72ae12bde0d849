public import Postgres

/// Searches a whole database, whatever its tables are.
public enum DatabaseSearch {
    /// Returns the tables with a row that contains one of the texts, also within bytes.
    public static func tables(containing texts: [String], in client: PostgresClient) async throws -> [String] {
        var found: [String] = []
        for table in try await tables("true", in: client) {
            for text in texts {
                let hex = text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                let count: Int = try await client.query(
                    PreparedStatement(
                        "searchTable",
                        """
                        SELECT count(*) AS count FROM "\(table)" AS entry
                        WHERE position(:text::text in entry::text) > 0 OR position(:hex::text in entry::text) > 0
                        """), ["text": text, "hex": hex]
                ).only.read("count")
                if count > 0 { found.append("\(table): \(text)") }
            }
        }
        return found
    }

    /// Returns the tables with a column whose name says that it holds or names a person.
    public static func personalTables(in client: PostgresClient) async throws -> [String] {
        try await tables(
            """
            EXISTS (SELECT FROM information_schema.columns c
                WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name AND c.column_name ~
                    '(name|login|email|phone|birth|recipient|network|place|device|street|house|latitude|address'
                    '|note|account_id|customer_id|caller_id|actor|answer)')
            """, in: client)
    }

    private static func tables(_ condition: String, in client: PostgresClient) async throws -> [String] {
        try await client.query(
            PreparedStatement(
                "searchTables",
                """
                SELECT t.table_name::text AS name FROM information_schema.tables t
                WHERE t.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
                    AND t.table_name <> 'schema_migrations' AND \(condition)
                ORDER BY 1
                """), [:]
        ).map { try $0.read("name") }
    }
}
