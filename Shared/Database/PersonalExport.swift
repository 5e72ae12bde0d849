public import Contract
public import Postgres
import RPC
public import Values

/// The export of what a service holds of a person, page by page through its declared tables.
public struct PersonalExport: Sendable {
    let service: ServiceName
    let tables: [PersonalTable]
    let client: PostgresClient

    public init(service: ServiceName, tables: [PersonalTable], client: PostgresClient) {
        self.service = service
        self.tables = tables
        self.client = client
    }

    /// A row with its place in the export.
    private struct Row {
        var table: String
        var key: String
        var values: [ExportedValue]
    }

    /// Returns a page of the rows of an account.
    ///
    /// - Throws: `invalid-params` for a cursor of another export.
    public func page(
        _ params: ExportParams, of account: Identifier, deadline: ContinuousClock.Instant?
    ) async throws -> Page<ExportedRow> {
        let limit = (params.limit ?? .standard).value
        let list = PagedList("export", service.rawValue, account.text)
        let start = try list.start(params.cursor) { place -> (index: Int, key: String)? in
            guard place.count == 2, let index = tables.firstIndex(where: { $0.name == place[0] }) else { return nil }
            return (index, place[1])
        }
        var rows: [Row] = []
        for (index, table) in tables.enumerated().dropFirst(start?.index ?? 0) where rows.count <= limit {
            guard case .rows(let shown) = table.export else { continue }
            let after = index == start?.index ? start?.key ?? "" : ""
            rows += try await client.query(
                shown.statement, ["account": account, "after": after, "limit": limit + 1 - rows.count],
                deadline: deadline
            ).map { row in
                Row(
                    table: table.name, key: try row.read("export_key"),
                    values: try shown.columns.map { ExportedValue(name: $0.name, value: try row.read($0.name)) })
            }
        }
        return list.page(
            rows, limit: limit, place: { [$0.table, $0.key] }, item: { ExportedRow(table: $0.table, values: $0.values) }
        )
    }
}
