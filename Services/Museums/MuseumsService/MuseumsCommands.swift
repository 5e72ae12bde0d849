import Database
import Platform
import Postgres
import ServiceRuntime
import Values

/// The commands of `vokol-museums` for operators.
enum MuseumsCommands {
    static let all: [ProcessCommand] = [
        ProcessCommand("migrate", summary: "Migrates the database and exits") { _, boot in
            try await MuseumsProcess.database(boot).client.migrate(
                MuseumMigrations.all, programVersion: MuseumMigrations.programVersion)
            return 0
        },
        ProcessCommand(
            "import", usage: "FILE.csv",
            summary: """
                Adds the museums of a file, or updates those added before. The header tells the format: \
                \(ImportFormat.all.map(\.help).joined(separator: "; ")). \
                Rows need id, name, city, lat and lon (degrees). \
                Exit code 0: every line; 3: all but the lines named on standard error; 1: nothing
                """
        ) { arguments, boot in
            guard arguments.count == 1 else { throw ArgumentFault("import needs one file") }
            return try await importFile(arguments[0], boot)
        },
        ProcessCommand(
            "pictures", usage: "FILE.csv",
            summary: """
                Sets the pictures of museums from a file with the columns \
                \(PictureRow.columns.joined(separator: ",")); an empty url removes a picture. \
                Exit code 0: every line; 3: all but the lines named on standard error; 1: nothing
                """
        ) { arguments, boot in
            guard arguments.count == 1 else { throw ArgumentFault("pictures needs one file") }
            return try await loadPictures(arguments[0], boot)
        },
        PictureFetchCommand.command,
        ProcessCommand(
            "facts", usage: "FILE.csv",
            summary: """
                Sets facts about museums from a file with the columns \(FactFile.columns.joined(separator: ",")), where \
                fact is one of \(FactKind.allCases.map(\.rawValue).joined(separator: ", ")); an empty value removes \
                a fact. Exit code 0: every line; 3: all but the lines named on standard error; 1: nothing
                """
        ) { arguments, boot in
            guard arguments.count == 1 else { throw ArgumentFault("facts needs one file") }
            return try await loadFacts(arguments[0], boot)
        },
        ProcessCommand("count", summary: "Counts the museums, and those with a photograph") { _, boot in
            let database = try MuseumsProcess.database(boot)
            let timeout = try boot.settings.value(MuseumsConfiguration.importTimeout)
            let count = try await database.whileOpen {
                try await PictureStore(client: database.client, timeout: timeout).count()
            }
            print(count.text)
            return 0
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
        for line in report.warnings { StandardError.say("\(path):\(line)") }
        let seconds = Double((ContinuousClock.now - started).wholeMilliseconds) / 1000
        print("\(report.totals) (\(seconds) s)")
        return report.exitCode
    }

    private static func loadPictures(_ path: String, _ boot: Bootstrap) async throws -> Int32 {
        let database = try MuseumsProcess.database(boot)
        try await database.client.migrate(MuseumMigrations.all, programVersion: MuseumMigrations.programVersion)
        let store = PictureStore(
            client: database.client, timeout: try boot.settings.value(MuseumsConfiguration.importTimeout))
        let summary = try await database.whileOpen { try await store.load { try PictureFile(path) } }
        for line in summary.warnings { StandardError.say("\(path):\(line)") }
        print(summary.totals)
        return summary.refusals.isEmpty ? 0 : 3
    }
}

extension MuseumsCommands {
    private static func loadFacts(_ path: String, _ boot: Bootstrap) async throws -> Int32 {
        let database = try MuseumsProcess.database(boot)
        try await database.client.migrate(MuseumMigrations.all, programVersion: MuseumMigrations.programVersion)
        let timeout = try boot.settings.value(MuseumsConfiguration.importTimeout)
        let summary = try await database.whileOpen {
            try await FactStore(client: database.client).load(timeout: timeout) { try FactFile(path) }
        }
        for line in summary.warnings { StandardError.say("\(path):\(line)") }
        print(summary.totals)
        return summary.refusals.isEmpty ? 0 : 3
    }
}

/// Writes lines to standard error.
enum StandardError {
    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}

/// Invalid arguments of a command.
struct ArgumentFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
