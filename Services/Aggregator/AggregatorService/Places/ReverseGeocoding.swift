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
        let sourced = await sources.address(
            at: location, language: language, isForStorage: isForStorage, deadline: deadline)
        guard let sourced else { return nearest(location, language) }
        metrics.addresses.count(.provider)
        let origin = DataOrigin(
            provider: sourced.provider.name, attribution: sourced.provider.attribution, fetchedAt: sourced.fetchedAt,
            isStale: sourced.isStale)
        var answer = answer(sourced.address, distance: nil, origin, at: location, in: language)
        answer.source = source.map { OpenEnum($0) }
        return answer
    }

    /// Returns an address as an answer.
    ///
    /// - Parameter distance: metres to the city's centre; `nil` unless the city is just the nearest known one.
    func answer(
        _ address: FoundAddress, distance: Int?, _ origin: DataOrigin, at location: Location, in language: Language
    ) -> Places.Reverse.Result {
        Places.Reverse.Result(
            location: location, precision: address.precision, street: address.street, house: address.house,
            city: address.city, region: address.region,
            country: address.countryCode.flatMap { gazetteer.countries[$0]?.name[language] } ?? address.country,
            countryCode: address.countryCode.flatMap(CountryCode.init), distance: distance,
            timeZone: TimeZoneName(gazetteer.timeZone(at: location)), fetchedAt: origin.fetchedAt,
            isStale: origin.isStale, provider: origin.provider, attribution: origin.attribution, source: nil)
    }

    /// Returns true if a provider's answers may be stored; those of the bundled tables always may.
    func allowsStorage(_ provider: String) -> Bool {
        sources.providers.first { $0.name == provider }?.allowsStorage ?? true
    }

    private func nearest(_ location: Location, _ language: Language) -> Places.Reverse.Result {
        let nearest = gazetteer.nearestCompatriot(to: location)
        metrics.addresses.count(.offline)
        let address = FoundAddress(
            city: nearest?.city.name(in: language).text,
            countryCode: nearest?.city.country ?? gazetteer.country(at: location))
        let origin = DataOrigin(
            provider: Gazetteer.provider, attribution: gazetteer.attribution, fetchedAt: now(), isStale: false)
        return answer(
            address, distance: nearest.map { Int($0.metres.rounded()) }, origin, at: location, in: language)
    }
}
