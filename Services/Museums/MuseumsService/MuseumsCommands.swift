import Contracts
import Database
import Platform
import Postgres
import ServiceRuntime

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
                Gives museums the pictures of a file with the columns \(PictureRecord.columns.joined(separator: ",")); \
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
        let timeout = try boot.settings.value(MuseumsConfiguration.importTimeout)
        let store = MuseumStore(client: database.client)
        let result = try await database.whileOpen {
            try await store.load(format.name, replacesAll: false, timeout: timeout) {
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
        let timeout = try boot.settings.value(MuseumsConfiguration.importTimeout)
        let summary = try await database.whileOpen {
            try await MuseumStore(client: database.client).loadPictures(path, timeout: timeout)
        }
        for line in summary.complaints { StandardError.say("\(path):\(line)") }
        print(summary.conclusion)
        return summary.refusals.isEmpty ? 0 : 3
    }
}

extension PictureSummary {
    /// Lines of the file that were left out, with the reason.
    var complaints: [String] {
        ImportReport.cut(refusals.map { "\($0.line): left out: \($0.reason)" }, of: refusals.count)
    }

    /// One sentence with all numbers.
    var conclusion: String {
        var text = "\(added) pictures added, \(changed) changed, \(removed) taken away, \(unchanged) unchanged"
        if !refusals.isEmpty { text += ", \(refusals.count) rows left out" }
        return changedAnything ? text : text + "; nothing was changed"
    }
}

/// What an operator is told of an import.
struct ImportReport {
    /// How many lines of a kind are named; the rest are counted.
    private static let named = 100

    let format: ImportFormat
    let summary: LoadSummary
    let source: SourceReport

    /// Lines of the file with what there is to say of them: those that were left out, then those that were renumbered.
    var complaints: [String] {
        let refused = Self.cut(source.refusals.map { "\($0.line): left out: \($0.reason)" }, of: source.refused)
        let repeated = Self.cut(
            summary.repeated.map { "\($0.line): left out: the same as line \($0.text)" }, of: summary.repeated.count)
        let taken = Self.cut(
            summary.taken.map { "\($0.line): left out: an earlier line has the id \($0.text)" },
            of: summary.taken.count)
        let foreign = Self.cut(
            summary.foreign.map { "\($0.line): left out: \($0.text) comes from another source" },
            of: summary.foreign.count)
        let renamed = Self.cut(
            summary.renamed.map { "\($0.line): an earlier line has this id, so it is \($0.text)" },
            of: summary.renamed.count)
        return refused + repeated + taken + foreign + renamed
    }

    /// One sentence with all numbers.
    var conclusion: String {
        let leftOut =
            source.refused + summary.repeated.count + summary.taken.count + summary.foreign.count
        var text = "\(format.name): \(source.museums + source.refused) rows read: "
        text += "\(summary.added) museums added, \(summary.changed) changed, \(summary.unchanged) unchanged"
        if leftOut > 0 { text += ", \(leftOut) rows left out" }
        return summary.changedAnything ? text : text + "; nothing was changed"
    }

    /// 0 if every line is a museum now, 3 if some are not.
    var exitCode: Int32 { source.refused + summary.taken.count + summary.foreign.count > 0 ? 3 : 0 }

    static func cut(_ lines: [String], of count: Int) -> [String] {
        let shown = Array(lines.prefix(named))
        return count > shown.count ? shown + [" … and \(count - shown.count) more like these"] : shown
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
