import Contract
import Database
import Platform
import Postgres
import ServiceRuntime

/// The commands of `vokol-aggregator`, besides running the service.
enum AggregatorCommands {
    static let all: [ProcessCommand] = [
        ProcessCommand("migrate", summary: "Migrates the database and exits") { _, boot in
            let database = try ServiceDatabase(boot, of: .aggregator)
            try await database.client.migrate(
                AggregatorMigrations.all, programVersion: AggregatorMigrations.programVersion)
            return 0
        },
        ProcessCommand(
            "import", usage: "FILE",
            summary: """
                Writes the file of the setting places.file from a GeoNames file: a dump such as cities15000.txt, or \
                CSV with a header that names the columns name, lat, lon and country_code. Exit code 0: every line; \
                3: all but some lines; 1: nothing
                """
        ) { arguments, boot in
            guard arguments.count == 1 else {
                throw SettingFault(name: "import", detail: "needs one file")
            }
            return try importPlaces(arguments[0], boot.settings)
        },
    ]

    private static func importPlaces(_ path: String, _ settings: Settings) throws -> Int32 {
        let target = try settings.value(AggregatorConfiguration.places)
        guard !target.isEmpty else {
            throw SettingFault(name: AggregatorConfiguration.places.name, detail: "must name the file to write")
        }
        let bundled = try Gazetteer(file: nil).bundled
        guard let result = PlaceImport.read(try TableFile.read(path), leavingOut: bundled), !result.cities.isEmpty
        else {
            throw SettingFault(name: "import", detail: "\(path) contains no places in a known format")
        }
        try FileBytes.write(try PlaceImport.file(of: result.cities, name: target), to: target, mode: 0o644)
        var text = "\(result.cities.count) places written to \(target), \(result.known) already known"
        if result.refused > 0 { text += ", \(result.refused) lines skipped" }
        print("\(text). They are used after the next start")
        return result.refused > 0 ? 3 : 0
    }
}
