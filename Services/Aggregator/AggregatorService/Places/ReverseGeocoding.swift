import AggregatorContract
import Contract
import RPC
import ServiceRuntime
import Values

/// Finds the address of a place: from the providers first, then from the bundled tables.
struct ReverseGeocoding: Sendable {
    let sources: AddressSources
    let gazetteer: Gazetteer
    /// The mark of simulated answers; `nil` if third parties are real.
    let source: AnswerSource?
    let metrics: AggregatorMetrics
    let now: @Sendable () -> Instant

    /// Implements `places.reverse`.
    func reverse(_ params: Places.Reverse.Params, _ context: CallContext) async -> Places.Reverse.Result {
        let location = Location(latitude: params.latitude, longitude: params.longitude)
        return await reverse(location, language: context.language, deadline: context.earlyDeadline)
    }

    /// Finds the address of a place.
    ///
    /// - Parameter isForStorage: true if the answer will be stored; then only providers that allow it are queried.
    func reverse(
        _ location: Location, language: Language, isForStorage: Bool = false, deadline: ContinuousClock.Instant
    ) async -> Places.Reverse.Result {
        let zone = TimeZoneName(gazetteer.timeZone(at: location))
        let sourced = await sources.address(
            at: location, language: language, isForStorage: isForStorage, deadline: deadline)
        guard let sourced else { return nearest(location, language, zone) }
        let address = sourced.address
        let country = address.countryCode.flatMap { gazetteer.countries[$0]?.name[language] } ?? address.country
        metrics.addresses.count(.provider)
        return Places.Reverse.Result(
            location: location, precision: address.precision, street: address.street, house: address.house,
            city: address.city, region: address.region, country: country,
            countryCode: address.countryCode.flatMap(CountryCode.init), distance: nil, timeZone: zone,
            fetchedAt: sourced.fetchedAt, isStale: sourced.isStale, provider: sourced.provider.name,
            attribution: sourced.provider.attribution, source: source)
    }

    /// Returns true if a provider's answers may be stored; those of the bundled tables always may.
    func allowsStorage(_ provider: String) -> Bool {
        sources.providers.first { $0.name == provider }?.allowsStorage ?? true
    }

    private func nearest(_ location: Location, _ language: Language, _ zone: TimeZoneName?) -> Places.Reverse.Result {
        let nearest = gazetteer.nearest(to: location)
        metrics.addresses.count(.offline)
        return Places.Reverse.Result(
            location: location, precision: nearest == nil ? .none : .city, street: nil, house: nil,
            city: nearest?.city.name(in: language).text, region: nil,
            country: nearest.flatMap { gazetteer.countries[$0.city.country]?.name[language] },
            countryCode: nearest.flatMap { CountryCode($0.city.country) },
            distance: nearest.map { Int($0.metres.rounded()) }, timeZone: zone, fetchedAt: now(), isStale: false,
            provider: Gazetteer.provider, attribution: gazetteer.attribution, source: nil)
    }
}
