import Contract
import Synchronization
import Values

/// The current time and data changes, on which answers depend.
struct Situation: Sendable {
    var now: Instant
    var changes: DataChanges
}

/// Answers the requests to all third parties, without faults.
final class ThirdPartyResponder: Sendable {
    private let openMeteo: SimulatedOpenMeteo
    private let air: SimulatedOpenMeteoAir
    private let geocoding = SimulatedOpenMeteoGeocoding()
    private let openWeatherMap: SimulatedOpenWeatherMap
    private let nominatim: SimulatedNominatim
    private let photon: SimulatedPhoton
    private let google: SimulatedGoogleGeocoding
    private let feeds: Feeds
    private let newsAPI: SimulatedNewsAPI
    private let commons: SimulatedWikimedia
    private let seed: UInt64
    /// The university in the current term; created on first use, because that is expensive.
    private let university = Mutex<University?>(nil)

    init(seed: UInt64, zones: ZoneMap?) {
        self.seed = seed
        openMeteo = SimulatedOpenMeteo(model: WeatherModel(seed: seed), zones: zones)
        air = SimulatedOpenMeteoAir(model: WeatherModel(seed: seed))
        openWeatherMap = SimulatedOpenWeatherMap(model: WeatherModel(seed: seed), zones: zones)
        nominatim = SimulatedNominatim(seed: seed)
        photon = SimulatedPhoton(seed: seed)
        google = SimulatedGoogleGeocoding(seed: seed)
        feeds = Feeds(generator: NewsGenerator(seed: seed))
        newsAPI = SimulatedNewsAPI(generator: NewsGenerator(seed: seed))
        commons = SimulatedWikimedia(seed: seed)
    }

    /// Returns the answer of a third party, and the message that the request sent, if any.
    func answer(
        _ party: ThirdParty, _ request: Request, _ situation: Situation
    ) -> (answer: Answer, message: ReceivedMessage?) {
        if party == .sms { return SMSGateways.answer(request, now: situation.now) }
        guard ["GET", "HEAD"].contains(request.method) else { return (.html(405, ErrorPage.error(405)), nil) }
        let now = situation.now
        switch party {
        case .openMeteo: return (openMeteo.answer(request, now: now), nil)
        case .openMeteoAir: return (air.answer(request, now: now), nil)
        case .openMeteoGeocoding: return (geocoding.answer(request), nil)
        case .openWeatherMap: return (openWeatherMap.answer(request, now: now), nil)
        case .nominatim: return (nominatim.answer(request), nil)
        case .photon: return (photon.answer(request), nil)
        case .google: return (google.answer(request), nil)
        case .bbc: return (feeds.bbc(request, extra: situation.changes.items(of: "bbc"), now: now), nil)
        case .feeds:
            let country = request.path.split(separator: "/").first.map(String.init) ?? ""
            return (feeds.national(request, extra: situation.changes.items(of: country), now: now), nil)
        case .newsAPI: return (newsAPI.answer(request, now: now), nil)
        case .bsuir:
            let api = UniversityAPI(university: university(at: now), changes: situation.changes.timetable, now: now)
            return (api.answer(request), nil)
        case .commons: return (commons.answer(request), nil)
        case .sms: return (.empty(404), nil)
        }
    }

    private func university(at now: Instant) -> University {
        let term = Term(at: now)
        return university.withLock { kept in
            if let kept, kept.term == term { return kept }
            let made = University(seed: seed, term: term)
            kept = made
            return made
        }
    }
}
