import Postgres
import Values

/// Reads the words that a ``QueryCorrection`` needs from PostgreSQL.
struct CorrectionStore: Sendable {
    let client: PostgresClient
    /// The maximum number of known words compared with a misspelt one.
    var likelyWords = 60
    /// The maximum number of words of a query that are split into parts, each of which takes hundreds of look-ups.
    static let splitWords = 3
    /// The number of museums with a word up to which it may be two words run together in the catalogue, too.
    static let rareWord = 10

    /// Corrects a query; returns `nil` if there is nothing to correct it to.
    ///
    /// - Parameter isUnmatched: true if the query as typed has found no museum.
    func correction(
        of query: SearchQuery, isUnmatched: Bool, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> SearchQuery? {
        let correction = QueryCorrection(query)
        let known = try await knowledge(for: correction, deadline: deadline)
        var best: (query: SearchQuery, found: Int)?
        for words in correction.words(known, isUnmatched: isUnmatched) {
            let slots = try await spellings(of: words, known, isUnmatched: isUnmatched, deadline: deadline)
            let found = slots.count(where: \.isFound)
            if found > best?.found ?? -1 { best = (correction.query(words, slots.map(\.spellings)), found) }
        }
        guard let best, best.query.words != query.words else { return nil }
        return best.query
    }

    private func knowledge(
        for correction: QueryCorrection, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> QueryCorrection.Knowledge {
        let texts = correction.texts
        // Short keys are too much alike to tell a word by.
        let keys = texts.map(TransliterationKey.key(of:)).map { $0.utf8.count < 3 ? "" : $0 }
        let rows = try await client.query(
            CorrectionStatements.known,
            [
                "texts": texts, "last_texts": correction.lastTexts,
                "keys": zip(texts, keys).map { TransliterationKey.isCyrillic($0) ? "" : $1 },
                "stems": keys.map(TransliterationKey.stem(of:)),
            ], deadline: deadline)
        var known = QueryCorrection.Knowledge()
        for row in rows {
            let text = try row.read("text", as: String.self)
            switch try row.read("way", as: String.self) {
            case "whole": known.museums[text] = try row.read("museums")
            case "beginning": known.beginnings.insert(text)
            case "common": known.common.insert(text)
            default: known.relatives.insert(text)
            }
        }
        return known
    }

    /// Returns the spellings to search for, for each word.
    private func spellings(
        of words: [QueryCorrection.Word], _ known: QueryCorrection.Knowledge, isUnmatched: Bool,
        deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> [(spellings: [String], isFound: Bool)] {
        let isOpen = words.map { word in
            !word.isOptional && !known.common.contains(word.text)
                && (isUnmatched || word.spellings.allSatisfy { known.museums[$0] == nil })
        }
        let candidates = try await candidates(for: words, isOpen, deadline: deadline)
        let parts = try await parts(of: words.indices.filter { isOpen[$0] }.map { words[$0].text }, deadline: deadline)
        var slots = words.indices.map { place -> (spellings: [String], isFound: Bool) in
            let word = words[place]
            guard isOpen[place] else { return (word.spellings, true) }
            let isLast = place == words.count - 1
            var spellings = word.spellings.filter { known.museums[$0] != nil }
            if known.museums[word.text] ?? 0 <= Self.rareWord {
                spellings += WordSplitting.ways(to: word.text, into: parts)
            }
            for spelling in word.spellings {
                spellings += Spelling.alternatives(
                    for: spelling, among: candidates[place], isUnfinished: isLast, isAlone: words.count == 1,
                    isUnmatched: isUnmatched)
            }
            if let typed = word.typed { spellings.append(typed) }
            var seen: Set<String> = []
            spellings = spellings.filter { seen.insert($0).inserted }
            return (spellings, spellings != word.spellings || known.degree(of: word, isLast: isLast) > 0)
        }
        let unknown = words.indices.filter { !slots[$0].isFound }
        let corrections = try await corrections(in: unknown.map { words[$0].text }, among: parts, deadline: deadline)
        for place in unknown {
            let ways = WordSplitting.ways(
                to: words[place].text, into: parts, corrections: corrections, limit: Spelling.maximumAlternatives)
            if !ways.isEmpty { slots[place] = (ways + slots[place].spellings, true) }
        }
        return slots
    }

    private func candidates(
        for words: [QueryCorrection.Word], _ isOpen: [Bool], deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> [[Spelling.KnownWord]] {
        var typed: (places: [Int], words: [String], keys: [String], stems: [String], areCyrillic: [Bool]) =
            ([], [], [], [], [])
        for place in words.indices where isOpen[place] {
            for spelling in words[place].spellings {
                let isLong = spelling.unicodeScalars.count > 2
                for (index, key) in (isLong ? TransliterationKey.keys(ofTyped: spelling) : [""]).enumerated() {
                    typed.places.append(place)
                    typed.words.append(index == 0 ? spelling : "")
                    typed.keys.append(key)
                    typed.areCyrillic.append(TransliterationKey.isCyrillic(spelling))
                    typed.stems.append(key.utf8.count < 3 ? "" : TransliterationKey.stem(of: key))
                }
            }
        }
        var candidates = words.map { _ in [Spelling.KnownWord]() }
        guard !typed.places.isEmpty else { return candidates }
        let rows = try await client.query(
            CorrectionStatements.similar,
            [
                "places": typed.places, "words": typed.words, "keys": typed.keys, "stems": typed.stems,
                "are_cyrillic": typed.areCyrillic, "unfinished": words.count - 1, "limit": likelyWords,
            ], deadline: deadline)
        for row in rows {
            let place = try row.read("place", as: Int.self)
            guard candidates.indices.contains(place) else { continue }
            candidates[place].append(try Spelling.KnownWord(row))
        }
        return candidates
    }

    /// Returns the known parts of the longest words, with the number of museums for each.
    private func parts(
        of words: [String], deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> [String: Int] {
        let longest = words.sorted { $0.unicodeScalars.count > $1.unicodeScalars.count }.prefix(Self.splitWords)
        let parts = longest.flatMap(WordSplitting.parts(of:))
        guard !parts.isEmpty else { return [:] }
        var museums: [String: Int] = [:]
        for row in try await client.query(CorrectionStatements.parts, ["parts": parts], deadline: deadline) {
            museums[try row.read("word", as: String.self)] = try row.read("museums", as: Int.self)
        }
        return museums
    }

    /// Returns the known words one typing error away from a part of words that are run together.
    private func corrections(
        in words: [String], among parts: [String: Int], deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> [String: [Spelling.KnownWord]] {
        let gaps = words.prefix(Self.splitWords).flatMap { WordSplitting.gaps(in: $0, among: parts) }
        guard !gaps.isEmpty else { return [:] }
        let rows = try await client.query(
            CorrectionStatements.near, ["words": gaps, "limit": likelyWords], deadline: deadline)
        var corrections: [String: [Spelling.KnownWord]] = [:]
        for row in rows {
            let typed = try row.read("typed", as: String.self)
            let known = try Spelling.KnownWord(row)
            let errors = EditDistance.distance(
                from: Array(typed.unicodeScalars), to: Array(known.word.unicodeScalars), isUnfinished: false)
            if errors == 1 { corrections[typed, default: []].append(known) }
        }
        return corrections.mapValues { Array($0.prefix(Spelling.maximumAlternatives)) }
    }
}

extension Spelling.KnownWord {
    /// Reads a row of ``CorrectionStatements/similar``.
    fileprivate init(_ row: PostgresRow) throws(PostgresError) {
        self.init(
            word: try row.read("word"), museums: try row.read("museums"),
            similarity: Spelling.Similarity(rawValue: try row.read("similarity")) ?? .letters)
    }
}
