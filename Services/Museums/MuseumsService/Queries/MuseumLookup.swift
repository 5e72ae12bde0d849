import Contract
import MuseumsContract
import RPC
import ServiceRuntime
import Values
import Wire

/// Returns the details of one museum.
struct MuseumLookup: Sendable {
    let store: MuseumStore
    let answers: MuseumAnswers
    let metrics: MuseumsMetrics
    var now: @Sendable () -> Instant = SystemClock.now

    /// Implements `museums.get`; the result is encoded because the cache holds encoded answers.
    func details(_ params: Museums.Get.Params, _ context: CallContext) async throws -> [UInt8] {
        let key = MuseumAnswerKey(id: params.id.text, language: context.language)
        if let answer = answers.value(for: key) {
            metrics.cacheHits.add()
            return answer
        }
        metrics.cacheMisses.add()
        let readPoint = answers.readPoint
        guard let museum = try await store.museum(params.id, deadline: context.deadline) else {
            throw RPCError(.notFound)
        }
        let answer = try JSONCoding.encode(museum.result(in: context.language, at: now()))
        answers.insert(answer, for: key, readAt: readPoint)
        return answer
    }
}

extension MuseumDetails {
    /// Returns the museum with its texts in one language, the best one that the name is available in.
    func result(in language: Language, at now: Instant) -> Museums.Get.Result {
        let best = name.bestLanguage(for: language)
        return Museums.Get.Result(
            id: id, name: name[best] ?? "", description: description[best], city: city[best] ?? "",
            address: address[best], countryCode: country, country: country.name?[language], category: category,
            categoryName: CategoryNames.name(of: category)[language], location: location, website: website,
            hours: OpeningHoursWriter.hours(of: self, in: language, at: now),
            telephone: facts[.telephone]?.view(in: language), wheelchair: facts[.wheelchair]?.view(in: language),
            price: facts[.price]?.view(in: language), founded: founded, picture: picture?.view, credit: credit?.view,
            language: best)
    }
}
