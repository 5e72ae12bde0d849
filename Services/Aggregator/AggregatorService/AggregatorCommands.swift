import Contract
import Database
import Platform
import Postgres
import ServiceRuntime
import Values

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
        ProcessCommand(
            "zones", usage: "FILE",
            summary: """
                Prints the time zone and the country that the map of the setting places.zones has for each line of a \
                file, a latitude and a longitude, and then the time of a look-up
                """
        ) { arguments, boot in
            guard arguments.count == 1 else { throw SettingFault(name: "zones", detail: "needs one file") }
            return try printZones(of: arguments[0], boot.settings)
        },
    ]

    private static func printZones(of path: String, _ settings: Settings) throws -> Int32 {
        let file = try settings.value(AggregatorConfiguration.zones)
        let map: ZoneMap
        do throws(ZoneMap.Fault) {
            map = try ZoneMap(file)
        } catch {
            throw SettingFault(name: AggregatorConfiguration.zones.name, detail: error.description)
        }
        var (count, time) = (0, Duration.zero)
        for line in String(decoding: try TableFile.read(path), as: UTF8.self).split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { Double($0) }
            guard numbers.count == 2, let latitude = Latitude(numbers[0]), let longitude = Longitude(numbers[1]) else {
                throw SettingFault(name: "zones", detail: "\(line) is not a latitude and a longitude")
            }
            let start = ContinuousClock.now
            let entry = map.entry(at: Location(latitude: latitude, longitude: longitude))
            (count, time) = (count + 1, time + (.now - start))
            print(entry?.identifier ?? "-", entry?.country ?? "-")
        }
        print("#", (time / max(count, 1)), "a look-up")
        return 0
    }

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
