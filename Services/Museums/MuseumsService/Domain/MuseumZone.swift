import Values

/// The time zones of countries that have only one.
enum MuseumZone {
    /// Returns the zone of a museum; `nil` if neither a fact nor the country determines it.
    ///
    /// - Parameter stated: the zone that a source states for the museum.
    static func of(_ country: CountryCode, stated: String?) -> Zone? {
        guard let name = stated ?? zones[country.text] else { return nil }
        return try? Zone(name)
    }

    private static let zones = [
        "AT": "Europe/Vienna", "BE": "Europe/Brussels", "BG": "Europe/Sofia", "BY": "Europe/Minsk",
        "CH": "Europe/Zurich", "CZ": "Europe/Prague", "DE": "Europe/Berlin", "DK": "Europe/Copenhagen",
        "EE": "Europe/Tallinn", "EG": "Africa/Cairo", "FI": "Europe/Helsinki", "GB": "Europe/London",
        "GR": "Europe/Athens", "HU": "Europe/Budapest", "IE": "Europe/Dublin", "IL": "Asia/Jerusalem",
        "IT": "Europe/Rome", "JP": "Asia/Tokyo", "LT": "Europe/Vilnius", "LV": "Europe/Riga", "NO": "Europe/Oslo",
        "PL": "Europe/Warsaw", "RO": "Europe/Bucharest", "SE": "Europe/Stockholm", "SK": "Europe/Bratislava",
        "TR": "Europe/Istanbul",
    ]
}
