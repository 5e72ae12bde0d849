import Postgres
import Values

/// Reads the words that a ``QueryCorrection`` needs from PostgreSQL.
struct CorrectionStore: Sendable {
    let client: PostgresClient
    /// The maximum number of known words compared with a misspelt one.
    var likelyWords = 60
    /// The maximum number of look-ups of all parts of a query; the longest word alone may take a few more.
    static let partLookUps = 600
    /// The maximum number of parts of a query that are corrected, each of which takes a look-up.
    static let correctedParts = 24
    /// The number of museums with a word up to which it may be two words run together in the catalogue, too.
    static let rareWord = 10
    /// The number of known words of a query that are corrected: more than the minimum only if they are rare, since
    /// common words are rarely errors.
    static let doubtedWords = 3...5
    /// The number of museums up to which a known word is rare enough for that.
    static let doubtfulMuseums = 100
    /// The maximum number of spellings of such a word.
    static let doubtedAlternatives = 10
    /// The number of letters from which a word that is like a known one may also be several.
    static let longWord = 8

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
            // The keys of another keyboard rarely make known words, and looking for their words costs as much again.
            if let best, best.found * 2 > words.count || !CorrectionBudget(words: words.count).hasReadings { continue }
            let slots = try await spellings(of: words, known, isUnmatched: isUnmatched, deadline: deadline)
            let found = slots.count(where: \.isFound)
            guard found > best?.found ?? -1 else { continue }
            let spellings = slots.map(\.spellings)
            let unfinished = words.last.map { $0.unfinished(of: spellings.last ?? []) } ?? []
            let rare = slots.count == 1 ? slots[0].rare : []
            best = (correction.query(words, spellings, unfinished: unfinished, rare: rare), found)
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

    /// The spellings of a word to search for.
    private struct Slot {
        var spellings: [String]
        /// True if one of them is known.
        var isFound: Bool
        /// Those of few museums.
        var rare: [String] = []
    }

    /// The words of a query with everything that was looked up for them.
    private struct LookUps {
        let words: [QueryCorrection.Word]
        let known: QueryCorrection.Knowledge
        let isUnmatched: Bool
        /// True for each word that may be an error.
        let isSuspect: [Bool]
        /// The known words that are like each word.
        let candidates: [[Spelling.KnownWord]]
        /// The known parts of the longest words, with the number of museums for each.
        let parts: [String: Int]

        /// Returns the spellings to search for instead of a word, parts with an error left out.
        func slot(at place: Int) -> Slot {
            let word = words[place]
            let (isLast, isAlone) = (place == words.count - 1, words.count == 1)
            let typed = word.typed.map { [$0] } ?? []
            guard isSuspect[place] else { return Slot(spellings: word.spellings + typed, isFound: true) }
            let knownSpellings = word.spellings.filter { known.museums[$0] != nil }
            var spellings = knownSpellings
            if known.museums[word.text] ?? 0 <= CorrectionStore.rareWord {
                spellings += WordSplitting.ways(to: word.text, into: parts)
            }
            for spelling in word.spellings {
                spellings += Spelling.alternatives(
                    for: spelling, among: candidates[place], isUnfinished: isLast, isAlone: isAlone,
                    isUnmatched: isUnmatched || isAlone)
            }
            // A known word is rarely an error, and each alternative makes the search slower.
            spellings = CorrectionStore.distinct(
                spellings + typed, most: knownSpellings.isEmpty ? .max : CorrectionStore.doubtedAlternatives)
            return Slot(
                spellings: spellings,
                isFound: spellings != word.spellings || known.degree(of: word, isLast: isLast) > 0,
                rare: Spelling.rare(spellings, like: word.text, among: candidates[place]))
        }

        /// Returns true if a word may be several that were run together, one of them misspelt.
        ///
        /// A long one may also be like a single word, so both are searched for.
        func mayBeSeveral(_ slot: Slot, at place: Int) -> Bool {
            let isLong = words[place].text.unicodeScalars.count >= CorrectionStore.longWord
            return isSuspect[place] && (!slot.isFound || isUnmatched && isLong)
        }
    }

    /// Returns the spellings to search for, for each word.
    private func spellings(
        of words: [QueryCorrection.Word], _ known: QueryCorrection.Knowledge, isUnmatched: Bool,
        deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> [Slot] {
        let isSuspect = Self.areSuspect(words, known, isUnmatched: isUnmatched)
        let suspects = words.indices.filter { isSuspect[$0] }.map { words[$0].text }
        let budget = CorrectionBudget(words: suspects.count)
        let lookUps = LookUps(
            words: words, known: known, isUnmatched: isUnmatched, isSuspect: isSuspect,
            candidates: try await candidates(for: words, isSuspect, budget, deadline: deadline),
            parts: try await parts(of: suspects, budget, deadline: deadline))
        var slots = words.indices.map(lookUps.slot)
        let severals = words.indices.filter { lookUps.mayBeSeveral(slots[$0], at: $0) }
        let corrections = try await corrections(
            in: severals.map { words[$0].text }, among: lookUps.parts, deadline: deadline)
        for place in severals {
            let ways = WordSplitting.ways(
                to: words[place].text, into: lookUps.parts, corrections: corrections,
                limit: Spelling.maximumAlternatives)
            guard !ways.isEmpty else { continue }
            let spellings = slots[place].spellings
            slots[place].spellings = Self.distinct(slots[place].isFound ? spellings + ways : ways + spellings)
            slots[place].isFound = true
        }
        return slots
    }

    /// Returns the first `most` spellings, each once.
    private static func distinct(_ spellings: [String], most: Int = .max) -> [String] {
        var seen: Set<String> = []
        return Array(spellings.filter { seen.insert($0).inserted }.prefix(most))
    }

    /// Tells which words may be errors: unknown ones, and if nothing has matched, the rarest of the others, too.
    private static func areSuspect(
        _ words: [QueryCorrection.Word], _ known: QueryCorrection.Knowledge, isUnmatched: Bool
    ) -> [Bool] {
        let museums = words.map { word in word.spellings.compactMap { known.museums[$0] }.max() ?? 0 }
        let wanted = words.indices.filter { !words[$0].isOptional && !known.common.contains(words[$0].text) }
        let rarest = wanted.filter { museums[$0] > 0 }.sorted { (museums[$0], $0) < (museums[$1], $1) }
        // A word alone that is known may still be an error, since it matches few museums.
        let few = max(rarest.prefix { museums[$0] <= doubtfulMuseums }.count, doubtedWords.lowerBound)
        let doubted = isUnmatched || words.count == 1 ? rarest.prefix(min(few, doubtedWords.upperBound)) : []
        let suspect = Set(wanted.filter { museums[$0] == 0 } + doubted)
        return words.indices.map(suspect.contains)
    }

    private func candidates(
        for words: [QueryCorrection.Word], _ isSuspect: [Bool], _ budget: CorrectionBudget,
        deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> [[Spelling.KnownWord]] {
        var typed: (places: [Int], words: [String], keys: [String], stems: [String], areCyrillic: [Bool]) =
            ([], [], [], [], [])
        for place in words.indices where isSuspect[place] {
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
                "compared": budget.comparedWords,
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
        of words: [String], _ budget: CorrectionBudget, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> [String: Int] {
        let longest = words.sorted { $0.unicodeScalars.count > $1.unicodeScalars.count }.prefix(budget.splitWords)
        var parts: [String] = []
        for word in longest {
            let more = WordSplitting.parts(of: word)
            if parts.isEmpty || parts.count + more.count <= Self.partLookUps { parts += more }
        }
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
        let split = words.prefix(WordSplitting.maximumWords)
        let limit = min(WordSplitting.maximumGaps, Self.correctedParts / max(1, split.count))
        let gaps = split.flatMap { WordSplitting.gaps(in: $0, among: parts, limit: limit) }
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
