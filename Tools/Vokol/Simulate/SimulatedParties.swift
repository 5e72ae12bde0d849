import Contract

/// The settings that point services at the simulator.
enum SimulatedParties {
    /// The name of the simulator's process.
    static let process = "simulator"

    /// Returns the environment variables for a service.
    ///
    /// - Parameter port: the simulator's port on loopback.
    static func variables(of service: ServiceName, port: Int) -> [String: String] {
        let address = "http://127.0.0.1:\(port)"
        let own: [String: String] =
            switch service {
            case .aggregator:
                [
                    "VOKOL_OPENMETEO_BASE": "\(address)/open-meteo",
                    "VOKOL_OPENMETEO_AIR_BASE": "\(address)/open-meteo-air",
                    "VOKOL_OPENMETEO_GEOCODING_BASE": "\(address)/open-meteo-geocoding",
                    // The simulator accepts any key; having one enables the second weather provider.
                    "VOKOL_OPENWEATHERMAP_BASE": "\(address)/openweathermap",
                    "VOKOL_OPENWEATHERMAP_KEY": "simulated",
                    "VOKOL_NOMINATIM_BASE": "\(address)/nominatim",
                    "VOKOL_PHOTON_BASE": "\(address)/photon",
                    "VOKOL_GOOGLE_BASE": "\(address)/google",
                    "VOKOL_BBC_BASE": "\(address)/bbc",
                    "VOKOL_NEWS_FEEDS_BASE": "\(address)/feeds",
                    "VOKOL_NEWSAPI_BASE": "\(address)/newsapi",
                ]
            case .schedule: ["VOKOL_BSUIR_URL": "\(address)/bsuir/api/v1"]
            case .auth, .museums, .booking: [:]
            }
        return own.isEmpty ? [:] : own.merging(["VOKOL_UPSTREAM_SIMULATED": "true"]) { $1 }
    }

    /// Returns the environment variables for the command that fetches pictures.
    static func pictures(port: Int) -> [String: String] {
        let address = "http://127.0.0.1:\(port)"
        return [
            "VOKOL_WIKIDATA_BASE": "\(address)/commons/wikidata/w", "VOKOL_COMMONS_BASE": "\(address)/commons/w",
            "VOKOL_PICTURES_HOSTS": address,
        ]
    }

    /// Returns true if a service calls third parties and caches their answers.
    static func isUsed(by service: ServiceName) -> Bool { service == .aggregator || service == .schedule }
}
