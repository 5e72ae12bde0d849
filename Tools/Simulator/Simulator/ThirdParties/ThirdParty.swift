import Contract

/// The simulated third parties.
public enum ThirdParty: String, CaseIterable, Codable, Sendable {
    case openMeteo = "open-meteo"
    case openMeteoAir = "open-meteo-air"
    case openMeteoGeocoding = "open-meteo-geocoding"
    case openWeatherMap = "openweathermap"
    case nominatim
    case photon
    case google
    case bbc
    /// The public feeds of countries, at `/feeds/by` for example.
    case feeds
    case newsAPI = "newsapi"
    case bsuir
    /// Wikidata, Wikimedia Commons and its pictures.
    case commons
    /// The SMS gateways of providers: `/sms/smsby`, `/sms/rocketsms`, `/sms/twilio`.
    case sms

    public init(from decoder: any Decoder) throws { self = try decoder.knownName() }

    /// The path prefix below the simulator's address; paths after it are those of the real third party.
    public var prefix: String { self == .bsuir ? "/bsuir/api/v1" : "/\(rawValue)" }

    /// Returns the third party of a path, and the rest of the path, which is empty or begins with `/`.
    static func of(path: String) -> (party: ThirdParty, rest: String)? {
        // Also checks the rest, because `open-meteo-air` has the prefix of `open-meteo`.
        for party in allCases where path.hasPrefix(party.prefix) {
            let rest = path.dropFirst(party.prefix.count)
            if rest.isEmpty || rest.first == "/" { return (party, String(rest)) }
        }
        return nil
    }

    /// Returns the third party's own form of an error answer.
    func errorAnswer(_ status: Int) -> Answer {
        switch self {
        case .openMeteo, .openMeteoAir, .openMeteoGeocoding:
            let reason =
                status == 429
                ? "Minutely API request limit exceeded. Please try again in one minute." : "Internal server error"
            return SimulatedOpenMeteo.errorAnswer(reason, status: status)
        case .openWeatherMap:
            let message =
                status == 429
                ? "Your account is temporary blocked due to exceeding of requests limitation of your subscription type."
                : "Internal server error"
            return .json(status, ["cod": .integer(status), "message": .string(message)])
        case .google where status == 429:
            // The provider reports an exceeded limit with status 200.
            return .json(
                200,
                [
                    "error_message": "You have exceeded your rate-limit for this API.",
                    "results": [], "status": "OVER_QUERY_LIMIT",
                ])
        case .newsAPI:
            let code = status == 429 ? "rateLimited" : status == 401 ? "apiKeyInvalid" : "unexpectedError"
            return .json(status, ["status": "error", "code": .string(code), "message": "It did not work."])
        case .bsuir where status >= 500:
            return .json(status, ["title": "Internal Server Error", "status": .integer(status)])
        case .nominatim where status == 429: return .html(status, ErrorPage.blocked)
        default: return .html(status, ErrorPage.error(status))
        }
    }
}
