import AuthContract
import Contract
public import MuseumsContract
public import Values
import Wire

/// The museums of a city, kept for use without a network.
public struct KeptMuseums: Codable, Sendable {
    /// The museums with everything that a screen shows; `status` and `days` of hours describe the moment of the answer.
    public internal(set) var museums: [Museums.Get.Result]
    /// The time at which the server sent the latest change.
    public internal(set) var savedAt: Instant
    var version: BundleVersion

    /// Returns the museums whose name, city, subject or description contain all words of a text.
    public func matching(_ text: String) -> [Museums.Get.Result] {
        let words = Folding.fold(text).split(separator: " ")
        return museums.filter { museum in
            let texts = [museum.name, museum.city, museum.categoryName, museum.description ?? ""]
            let folded = Folding.fold(texts.joined(separator: " "))
            return words.allSatisfy(folded.contains)
        }
    }
}

/// The museums cannot be kept: there is no store, or no room in it for so many.
public struct NoRoomForMuseums: Error, Hashable, Sendable {}

extension Client {
    /// Keeps the museums of a city, or brings the kept ones up to date; only changes are loaded then.
    ///
    /// Each language is kept beside the others. Signing out removes what is kept.
    ///
    /// - Throws: ``NoRoomForMuseums``, and the errors of calls; what was kept before stays.
    @discardableResult
    public func keepMuseums(
        of city: CityName, in country: CountryCode, options: Options = Options()
    ) async throws -> KeptMuseums {
        guard let offline else { throw NoRoomForMuseums() }
        let account = try user?.id
        let held = keptMuseums(of: city, in: country, options: options)
        let params = Museums.Bundle.Params(
            city: city, countryCode: country, since: held?.version, limit: PageLimit(unchecked: 100))
        var read: [Museums.Bundle.Result] = []
        for try await page in pages(Museums.Bundle.self, params, options: options) { read.append(page) }
        let kept = KeptMuseums(
            museums: Self.museums(held?.museums ?? [], after: read), savedAt: clock.now(), version: read[0].version)
        let key = Self.museumsKey(city, country, account, options)
        let json = try JSONCoding.encode(kept)
        try store(for: account) {
            let value = OfflineValue(json: json, savedAt: kept.savedAt, isPinned: true)
            guard try offline.save(value, for: key) else { throw NoRoomForMuseums() }
        }
        return kept
    }

    /// Returns the kept museums of a city; `nil` if there are none.
    public func keptMuseums(
        of city: CityName, in country: CountryCode, options: Options = Options()
    ) -> KeptMuseums? {
        guard let key = try? Self.museumsKey(city, country, user?.id, options),
            let value = try? offline?.value(for: key)
        else { return nil }
        // A damaged value is as good as none.
        return try? CallAnswer.decode(KeptMuseums.self, from: value.json)
    }

    /// Removes the kept museums of a city, to make room for others; does nothing if there are none.
    public func forgetMuseums(of city: CityName, in country: CountryCode, options: Options = Options()) throws {
        try offline?.remove(Self.museumsKey(city, country, user?.id, options))
    }

    private static func museumsKey(
        _ city: CityName, _ country: CountryCode, _ account: Identifier?, _ options: Options
    ) -> String {
        ["museums", account?.text ?? "", options.locale ?? "", country.text, Folding.fold(city.text)]
            .joined(separator: " ")
    }

    private static func museums(
        _ held: [Museums.Get.Result], after pages: [Museums.Bundle.Result]
    ) -> [Museums.Get.Result] {
        var museums = pages.first?.isWhole == true ? [] : held
        for page in pages {
            let gone = Set(page.removed + page.items.map(\.id))
            museums.removeAll { gone.contains($0.id) }
            museums += page.items
        }
        return museums
    }
}
