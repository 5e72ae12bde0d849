import Values

/// The tables that come with the program, as text.
enum BundledTables {
    static var cities: String { String(decoding: PackageResources.cities_txt, as: UTF8.self) }
    static var countries: String { String(decoding: PackageResources.countries_txt, as: UTF8.self) }
    static var feeds: String { String(decoding: PackageResources.feeds_txt, as: UTF8.self) }
}

extension Gazetteer {
    /// Reads the bundled tables, and the places of an imported file.
    ///
    /// - Parameter map: the zone and the country of each point.
    init(file path: String?, map: ZoneMap? = nil) throws {
        if let map { self.map = { map.entry(at: $0) } }
        countries = try Countries(BundledTables.countries)
        bundled = CityTable(try CityLines.read(BundledTables.cities, name: "cities"))
        imported = try path.map { path in
            let text = String(decoding: try TableFile.read(path), as: UTF8.self)
            return CityTable(try CityLines.read(text, name: path))
        }
    }
}
