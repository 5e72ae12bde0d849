import Contract

/// What services are told of third parties that a simulator plays.
enum SimulatedParties {
    /// The process of an instance that plays them.
    static let process = "simulator"

    /// Variables of a service's environment.
    /// - Parameter port: where the simulator listens on loopback.
    static func variables(of service: ServiceName, port: Int) -> [String: String] {
        let address = "http://127.0.0.1:\(port)"
        let own: [String: String] =
            switch service {
            case .aggregator:
                [
                    "VOKOL_OPENMETEO_BASE": "\(address)/open-meteo",
                    "VOKOL_OPENMETEO_GEOCODING_BASE": "\(address)/open-meteo-geocoding",
                    // With a key, which the simulator takes, one weather stands in for the other.
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

    /// Whether a service asks third parties, and keeps what they gave.
    static func concern(_ service: ServiceName) -> Bool { service == .aggregator || service == .schedule }
}
