import Values

/// Corrects queries with the words of a vocabulary.
struct QueryCorrector {
    let vocabulary: Vocabulary
    /// The words of the query that the database leaves out of every query, such as `of` and `for`.
    var common: Set<String> = []
    /// The maximum number of look-ups of all parts of a query; the longest word alone may take a few more.
    static let partLookUps = 600
    /// The maximum number of parts of a query that are corrected, each of which is compared with all words.
    static let correctedParts = 24
    /// The number of museums with a word up to which it may be two words run together in the catalogue, too.
    static let rareWord = 10
    /// The number of known words of a query that are corrected: more than the minimum only if they are rare, since
    /// common words are rarely errors.
    static let doubtedWords = 3...5
    /// The number of museums up to which a known word is rare enough for that.
    static let doubtfulMuseums = 100
    /// The number of museums from which on a word is surely meant as it was typed.
    static let commonMuseums = 1_000
    /// The maximum number of spellings of a known word that is corrected.
    static let doubtedAlternatives = 10
    /// The number of letters from which a word that is like a known one may also be several.
    static let longWord = 8

    /// Corrects a query; returns `nil` if there is nothing to correct it to.
    ///
    /// - Parameter isUnmatched: true if the query as typed has found no museum.
    func correction(of query: SearchQuery, isUnmatched: Bool) -> SearchQuery? {
        let correction = QueryCorrection(query)
        let known = knowledge(for: correction)
        var best: (query: SearchQuery, found: Int)?
        for words in correction.words(known, isUnmatched: isUnmatched) {
            // The keys of another keyboard rarely make known words, and looking for their words costs as much again.
            if let best, best.found * 2 > words.count || !CorrectionBudget(words: words.count).hasReadings { continue }
            let slots = spellings(of: words, known, isUnmatched: isUnmatched)
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

    private func knowledge(for correction: QueryCorrection) -> QueryCorrection.Knowledge {
        var known = QueryCorrection.Knowledge(common: common)
        for text in correction.texts {
            known.museums[text] = vocabulary.museums(with: text)
            if vocabulary.hasRelative(of: text) { known.relatives.insert(text) }
        }
        known.beginnings = Set(correction.lastTexts.filter(vocabulary.begins))
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
            if known.museums[word.text] ?? 0 <= QueryCorrector.rareWord {
                spellings += WordSplitting.ways(to: word.text, into: parts)
            }
            for spelling in word.spellings {
                spellings += Spelling.alternatives(
                    for: spelling, among: candidates[place], isUnfinished: isLast, isAlone: isAlone,
                    isUnmatched: isUnmatched || isAlone)
            }
            // A known word is rarely an error, and each alternative makes the search slower.
            spellings = QueryCorrector.distinct(
                spellings + typed, most: knownSpellings.isEmpty ? .max : QueryCorrector.doubtedAlternatives)
            return Slot(
                spellings: spellings,
                isFound: spellings != word.spellings || known.degree(of: word, isLast: isLast) > 0,
                rare: Spelling.rare(spellings, like: word.text, among: candidates[place]))
        }

        /// Returns true if a word may be several that were run together, one of them misspelt.
        ///
        /// A long one may also be like a single word, so both are searched for.
        func mayBeSeveral(_ slot: Slot, at place: Int) -> Bool {
            let isLong = words[place].text.unicodeScalars.count >= QueryCorrector.longWord
            return isSuspect[place] && (!slot.isFound || isUnmatched && isLong)
        }
    }

    /// Returns the spellings to search for, for each word.
    private func spellings(
        of words: [QueryCorrection.Word], _ known: QueryCorrection.Knowledge, isUnmatched: Bool
    ) -> [Slot] {
        let isSuspect = Self.areSuspect(words, known, isUnmatched: isUnmatched)
        let suspects = words.indices.filter { isSuspect[$0] }.map { words[$0].text }
        let budget = CorrectionBudget(words: suspects.count)
        let lookUps = LookUps(
            words: words, known: known, isUnmatched: isUnmatched, isSuspect: isSuspect,
            candidates: candidates(for: words, isSuspect, budget), parts: parts(of: suspects, budget))
        var slots = words.indices.map(lookUps.slot)
        let severals = words.indices.filter { lookUps.mayBeSeveral(slots[$0], at: $0) }
        let corrections = corrections(in: severals.map { words[$0].text }, among: lookUps.parts)
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
        let rarest = wanted.filter { 1..<commonMuseums ~= museums[$0] }.sorted { (museums[$0], $0) < (museums[$1], $1) }
        // A word alone that is known may still be an error, since it matches few museums.
        let few = max(rarest.prefix { museums[$0] <= doubtfulMuseums }.count, doubtedWords.lowerBound)
        let doubted = isUnmatched || words.count == 1 ? rarest.prefix(min(few, doubtedWords.upperBound)) : []
        let suspect = Set(wanted.filter { museums[$0] == 0 } + doubted)
        return words.indices.map(suspect.contains)
    }

    /// Returns the known words that are like each word that may be an error.
    private func candidates(
        for words: [QueryCorrection.Word], _ isSuspect: [Bool], _ budget: CorrectionBudget
    ) -> [[Spelling.KnownWord]] {
        let last = words.count - 1
        let suspects = words.indices.filter { isSuspect[$0] }
        var candidates = words.indices.map { place in
            guard isSuspect[place] else { return [Spelling.KnownWord]() }
            return words[place].spellings.flatMap { vocabulary.soundingLike($0, isUnfinished: place == last) }
        }
        let compared = Set(Self.vaguest(suspects, of: words, candidates).prefix(budget.comparedWords))
        for place in suspects {
            let isVague = compared.contains(place)
            for spelling in words[place].spellings where spelling.unicodeScalars.count > 2 {
                candidates[place] += near(spelling, isUnfinished: place == last, isVague: isVague)
                guard isVague || budget.comparesSounds else { continue }
                candidates[place] += vocabulary.nearInSound(spelling, isThorough: isVague)
            }
        }
        return candidates
    }

    /// Returns the known words whose letters are like those of `typed`.
    ///
    /// Two errors are looked for only if no word has one, and in the last word, whose end may be missing unless it is
    /// known.
    private func near(_ typed: String, isUnfinished: Bool, isVague: Bool) -> [Spelling.KnownWord] {
        let most = Spelling.maximumErrors(length: typed.unicodeScalars.count)
        if isUnfinished, isVague, vocabulary.museums(with: typed) == nil {
            return vocabulary.near(typed, within: most, isUnfinished: true)
        }
        let near = vocabulary.near(typed, within: min(most, 1))
        return near.isEmpty && isVague && most > 1 ? vocabulary.near(typed, within: most) : near
    }

    /// Returns places of words in the order in which they are compared: the last one, and the longest of those that do
    /// not sound like a known word of another alphabet, which they are certain to be.
    private static func vaguest(
        _ places: [Int], of words: [QueryCorrection.Word], _ candidates: [[Spelling.KnownWord]]
    ) -> [Int] {
        let last = words.count - 1
        let vague = places.filter { place in
            place == last || TransliterationKey.isCyrillic(words[place].text)
                || !candidates[place].contains { $0.similarity == .sound }
        }
        func length(_ place: Int) -> Int { words[place].spellings.map(\.unicodeScalars.count).max() ?? 0 }
        return vague.sorted {
            ($0 == last ? 0 : 1, -length($0), $0) < ($1 == last ? 0 : 1, -length($1), $1)
        }
    }

    /// Returns the known parts of the longest words, with the number of museums for each.
    private func parts(of words: [String], _ budget: CorrectionBudget) -> [String: Int] {
        let longest = words.sorted { $0.unicodeScalars.count > $1.unicodeScalars.count }.prefix(budget.splitWords)
        var parts: [String] = []
        for word in longest {
            let more = WordSplitting.parts(of: word)
            if parts.isEmpty || parts.count + more.count <= Self.partLookUps { parts += more }
        }
        var museums: [String: Int] = [:]
        for part in parts { museums[part] = vocabulary.museums(with: part) }
        return museums
    }

    /// Returns the known words one typing error away from a part of words that are run together.
    private func corrections(
        in words: [String], among parts: [String: Int]
    ) -> [String: [Spelling.KnownWord]] {
        let split = words.prefix(WordSplitting.maximumWords)
        let limit = min(WordSplitting.maximumGaps, Self.correctedParts / max(1, split.count))
        var corrections: [String: [Spelling.KnownWord]] = [:]
        for gap in split.flatMap({ WordSplitting.gaps(in: $0, among: parts, limit: limit) }) {
            let known = vocabulary.near(gap, within: 1).filter { $0.word != gap }
            if !known.isEmpty { corrections[gap] = Array(known.prefix(Spelling.maximumAlternatives)) }
        }
        return corrections
    }
}
