import Database
import Postgres
import ServiceRuntime
import Values

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What an operator can do with `vokol-museums` besides running it.
enum MuseumsCommands {
    static let all: [ProcessCommand] = [
        ProcessCommand("migrate", summary: "Brings the database up to date and ends") { _, boot in
            try await MuseumsProcess.database(boot).client.migrate(
                MuseumMigrations.all, programVersion: MuseumMigrations.programVersion)
            return 0
        },
        ProcessCommand(
            "import", usage: "FILE.csv",
            summary: """
                Adds the museums of a file, or changes those that it added before. Formats, told by the columns: \
                \(ImportFormat.all.map(\.help).joined(separator: "; ")). \
                Rows need id, name, city, lat and lon (degrees). \
                Exit code 0: all of it; 3: all but the lines named on standard error; 1: nothing
                """
        ) { arguments, boot in
            guard arguments.count == 1 else { throw CommandFault("import needs one file") }
            return try await importFile(arguments[0], boot)
        },
        ProcessCommand(
            "pictures", usage: "FILE.csv",
            summary: """
                Gives museums the pictures of a file with the columns \(PictureRow.columns.joined(separator: ",")); \
                an empty url takes one away. Exit code 0: all of it; 3: all but the lines named on standard error; \
                1: nothing
                """
        ) { arguments, boot in
            guard arguments.count == 1 else { throw CommandFault("pictures needs one file") }
            return try await loadPictures(arguments[0], boot)
        },
    ]

    private static func importFile(_ path: String, _ boot: Bootstrap) async throws -> Int32 {
        let started = ContinuousClock.now
        let format = try FileImport(path).format
        let database = try MuseumsProcess.database(boot)
        try await database.client.migrate(MuseumMigrations.all, programVersion: MuseumMigrations.programVersion)
        let store = CatalogueStore(
            client: database.client, timeout: try boot.settings.value(MuseumsConfiguration.importTimeout))
        let result = try await database.whileOpen {
            try await store.load(format.name, replacesAll: false) {
                try FileImport(path) { rows in StandardError.say("\(rows) rows read") }
            }
        }
        let report = ImportReport(format: format, summary: result.summary, source: result.report)
        for line in report.complaints { StandardError.say("\(path):\(line)") }
        let seconds = Double((ContinuousClock.now - started).wholeMilliseconds) / 1000
        print("\(report.conclusion) (\(seconds) s)")
        return report.exitCode
    }

    private static func loadPictures(_ path: String, _ boot: Bootstrap) async throws -> Int32 {
        let database = try MuseumsProcess.database(boot)
        try await database.client.migrate(MuseumMigrations.all, programVersion: MuseumMigrations.programVersion)
        let store = PictureStore(
            client: database.client, timeout: try boot.settings.value(MuseumsConfiguration.importTimeout))
        let summary = try await database.whileOpen { try await store.load { try PictureFile(path) } }
        for line in summary.complaints { StandardError.say("\(path):\(line)") }
        print(summary.conclusion)
        return summary.refusals.isEmpty ? 0 : 3
    }
}

/// Lines for the person at the terminal.
private enum StandardError {
    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}

/// A command that was told something it cannot use.
struct CommandFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
