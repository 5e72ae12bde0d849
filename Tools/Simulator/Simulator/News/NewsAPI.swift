import Contract
import Values

/// NewsAPI: `GET /v2/top-headlines` and `/v2/everything`.
struct SimulatedNewsAPI: Sendable {
    let generator: NewsGenerator

    func answer(_ request: Request, now: Instant) -> Answer {
        let key = request.query["apiKey"] ?? request.header("x-api-key") ?? request.header("authorization") ?? ""
        guard !key.isEmpty, key != "invalid" else {
            let code = key.isEmpty ? "apiKeyMissing" : "apiKeyInvalid"
            return Self.errorAnswer(401, code, "Your API key is \(key.isEmpty ? "missing" : "invalid").")
        }
        guard ["/v2/top-headlines", "/v2/everything"].contains(request.path) else {
            return Self.errorAnswer(404, "notFound", "There is no such endpoint.")
        }
        if request.query["sources"] != nil, request.query["country"] != nil {
            return Self.errorAnswer(
                400, "parametersIncompatible", "You cannot mix the sources parameter with the country parameter.")
        }
        let words = request.query["q"]?.lowercased()
        guard words != nil || request.query["sources"] != nil || request.query["country"] != nil else {
            return Self.errorAnswer(400, "parametersMissing", "Required parameters are missing: q, sources, country.")
        }
        let size = min(100, max(1, Int(request.query["pageSize"] ?? "20") ?? 20))
        let country = request.query["country"].flatMap { SimulatedCountry.all[$0.uppercased()] }
        let stories = generator.stories(of: "newsapi", country: country, now: now, count: 200).filter { story in
            words.map { "\(story.title) \(story.summary)".lowercased().contains($0) } ?? true
        }
        return .json(
            200,
            [
                "status": "ok", "totalResults": .integer(stories.count),
                "articles": .array(stories.prefix(size).map(Self.article)),
            ])
    }

    private static func errorAnswer(_ status: Int, _ code: String, _ message: String) -> Answer {
        .json(status, ["status": "error", "code": .string(code), "message": .string(message)])
    }

    private static func article(_ story: NewsGenerator.Story) -> JSONNode {
        // The provider's dates have seven fractional digits.
        let date = "\(story.published)".dropLast() + ".3744974Z"
        return [
            "source": ["id": "bbc-news", "name": "BBC News"], "author": story.number % 3 == 0 ? .null : "BBC News",
            "title": .string(story.number % 29 == 0 ? "[Removed]" : story.title), "description": .string(story.summary),
            "url": .string("https://www.bbc.co.uk/news/articles/\(story.slug)"),
            "urlToImage": .string("https://ichef.bbci.co.uk/news/1024/\(story.slug).png"),
            "publishedAt": .string(String(date)), "content": .string("\(story.summary) [+681 chars]"),
        ]
    }
}
