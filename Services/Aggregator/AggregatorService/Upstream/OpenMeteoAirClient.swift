import Upstream
import Values

/// A client for Open-Meteo's air quality, which needs no key.
struct OpenMeteoAirClient: Sendable {
    let host: any RemoteHost
    static let name = WeatherProviderName.openMeteo.rawValue
    static let attribution = "Air quality by Open-Meteo.com (CC BY 4.0), from CAMS of Copernicus"

    private static let fields = [
        "european_aqi", "us_aqi", "pm2_5", "pm10", "nitrogen_dioxide", "ozone", "sulphur_dioxide",
    ]

    func reading(at location: Location) async throws(UpstreamFailure) -> Loaded<AirReading> {
        try await host.load(
            UpstreamRequest(
                path: "/v1/air-quality",
                query: [
                    ("latitude", location.latitude.value.fixed(2)), ("longitude", location.longitude.value.fixed(2)),
                    ("current", Self.fields.joined(separator: ",")), ("timezone", "GMT"),
                ]), read: Self.reading)
    }

    // MARK: Reading

    /// Reads the current values, any of which may be null; without any there is no reading.
    static func reading(_ json: UntrustedJSON) throws(UpstreamFailure) -> AirReading? {
        if json["error"]?.bool == true { throw .unreadable("an error instead of an answer") }
        guard let current = json["current"], let at = LocalTimes(json).instant(current["time"]) else { return nil }
        let reading = AirReading(
            observedAt: at, europeanIndex: Plausible.airIndex(current["european_aqi"]?.number),
            usIndex: Plausible.airIndex(current["us_aqi"]?.number),
            pm25: Plausible.concentration(current["pm2_5"]?.number),
            pm10: Plausible.concentration(current["pm10"]?.number),
            nitrogenDioxide: Plausible.concentration(current["nitrogen_dioxide"]?.number),
            ozone: Plausible.concentration(current["ozone"]?.number),
            sulphurDioxide: Plausible.concentration(current["sulphur_dioxide"]?.number))
        return reading == AirReading(observedAt: at) ? nil : reading
    }
}
