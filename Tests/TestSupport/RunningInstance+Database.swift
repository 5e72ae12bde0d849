import Foundation
import Postgres

extension RunningInstance {
    /// Runs a statement in the database of a service, such as `auth`.
    public func execute(_ sql: String, in service: String) async throws {
        try await withDatabase(of: service) { client in
            _ = try await client.query(PreparedStatement("execute", sql), [:])
        }
    }

    /// Returns the number that a query in the database of a service finds.
    public func number(_ sql: String, in service: String) async throws -> Int {
        try await withDatabase(of: service) { client in
            try await client.query(PreparedStatement("number", "SELECT n::bigint AS value FROM (\(sql)) AS r (n)"), [:])
                .only.read("value")
        }
    }

    /// Returns the tables of a service with a row that contains one of the texts.
    public func tables(of service: String, containing texts: [String]) async throws -> [String] {
        try await withDatabase(of: service) { try await DatabaseSearch.tables(containing: texts, in: $0) }
    }

    /// Returns the files below the instance's directory that contain one of the texts, without those of PostgreSQL.
    public func files(containing texts: [String]) throws -> [String] {
        let top = URL(filePath: directory)
        let keys: [URLResourceKey] = [.isRegularFileKey]
        guard let files = FileManager.default.enumerator(at: top, includingPropertiesForKeys: keys) else { return [] }
        var found: [String] = []
        for case let file as URL in files {
            if file.lastPathComponent == "postgres" {
                files.skipDescendants()
            } else if try file.resourceValues(forKeys: Set(keys)).isRegularFile == true {
                let bytes = try Data(contentsOf: file)
                for text in texts where bytes.firstRange(of: Data(text.utf8)) != nil {
                    found.append("\(file.path.dropFirst(directory.count + 1)): \(text)")
                }
            }
        }
        return found
    }
}
