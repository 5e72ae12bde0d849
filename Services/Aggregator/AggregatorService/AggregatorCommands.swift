import Contract
import Database
import Postgres
import ServiceRuntime

/// What an operator can do with `vokol-aggregator` besides running it.
enum AggregatorCommands {
    static let all: [ProcessCommand] = [
        ProcessCommand("migrate", summary: "Brings the database up to date and ends") { _, boot in
            let database = try ServiceDatabase(boot, of: .aggregator)
            try await database.client.migrate(
                AggregatorMigrations.all, programVersion: AggregatorMigrations.programVersion)
            return 0
        },
        ProcessCommand(
            "import", usage: "FILE",
            summary: """
                Makes the file of the setting places.file from one of GeoNames: a dump such as cities15000.txt, or CSV \
                whose first line names the columns name, lat, lon and country_code. Exit code 0: all of it; 3: all but \
                some lines; 1: nothing
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
            throw SettingFault(name: AggregatorConfiguration.places.name, detail: "must say where to write")
        }
        let bundled = try Gazetteer(file: nil).bundled
        guard let result = PlaceImport.read(try TableFile.read(path), leavingOut: bundled), !result.cities.isEmpty
        else {
            throw SettingFault(name: "import", detail: "\(path) holds no places in a format that is known")
        }
        try TableFile.write(try PlaceImport.file(of: result.cities, name: target), to: target)
        var text = "\(result.cities.count) places written to \(target), \(result.known) known already"
        if result.refused > 0 { text += ", \(result.refused) lines left out" }
        print("\(text). They are used after the next start")
        return result.refused > 0 ? 3 : 0
    }
}
