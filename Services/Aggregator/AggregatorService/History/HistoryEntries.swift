import AggregatorContract
import Contract
import Values

/// Shows stored look-ups to readers: as they were, with the names in the reader's language that the tables know.
struct HistoryEntries: Sendable {
    let addresses: ReverseGeocoding
    let weather: WeatherAnswers

    private var gazetteer: Gazetteer { addresses.gazetteer }

    func entry(_ row: HistoryRow, in language: Language) -> History.Entry {
        let lookUp = row.lookUp
        return History.Entry(
            id: row.id, savedAt: row.savedAt, location: lookUp.location,
            label: lookUp.label.flatMap(PlaceLabel.init),
            address: lookUp.address.map { address($0, of: lookUp, in: language) },
            weather: lookUp.weather.map { weather($0, of: lookUp, in: language) },
            source: lookUp.isSimulated ? .simulator : nil)
    }

    private func address(
        _ saved: SavedLookUp.SavedAddress, of lookUp: SavedLookUp, in language: Language
    ) -> Places.Reverse.Result {
        var found = saved.found
        if let city = found.city, lookUp.language != language {
            found.city = gazetteer.translation(of: city, near: lookUp.location, to: language) ?? city
        }
        var answer = addresses.answer(
            found, distance: saved.distance, saved.origin, at: lookUp.location, in: language)
        answer.source = lookUp.isSimulated && saved.origin.provider != Gazetteer.provider ? OpenEnum(.simulator) : nil
        return answer
    }

    private func weather(
        _ saved: SavedLookUp.SavedWeather, of lookUp: SavedLookUp, in language: Language
    ) -> Weather.Current.Result {
        // Older programs saved no place.
        let named =
            saved.place.map { place($0, in: language) } ?? gazetteer.nearestPlace(to: lookUp.location, in: language)
        var answer = weather.answer(
            saved.observation, saved.origin, at: lookUp.location, place: named, in: language)
        answer.source = lookUp.isSimulated ? OpenEnum(.simulator) : nil
        return answer
    }

    /// Returns the place, named as it was saved if the tables do not contain it.
    private func place(_ saved: SavedLookUp.SavedPlace, in language: Language) -> Places.Place? {
        if let known = gazetteer.place(saved.id, in: language) { return known }
        guard let code = PlaceSlug(saved.id)?.country else { return nil }
        return Places.Place(
            id: saved.id, name: saved.name, region: saved.region, countryCode: CountryCode(unchecked: code),
            country: gazetteer.countries[code]?.name[language], location: saved.id.location)
    }
}
