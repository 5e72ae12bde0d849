import Values

/// Works out what a query that finds few museums was meant to be.
///
/// The steps are: choose the keyboard (``KeyboardLayout``), join words that were split, and find spellings for each
/// word that the catalogue does not know (``Spelling``), or the words it was run together from (``WordSplitting``).
/// Example: `vbhcrbq pfvjr` is read as `мирский замок`, of which the catalogue knows both words.
struct QueryCorrection {
    /// A word of the query as the database may know it.
    struct Word: Equatable, Sendable {
        /// The folded word, with another spelling for a Belarusian keyboard.
        var spellings: [String]
        /// The typed words that were joined into this one, separated by spaces; `nil` for a word typed as one.
        var typed: String?
        /// The word as it was typed, if this one is on another keyboard.
        var unchanged: String?
        /// True if the query finds museums without the word, too.
        var isOptional = false

        var text: String { spellings.first ?? "" }

        /// Returns the word as it was typed if only that is known.
        func onKnownKeyboard(_ known: Knowledge, isLast: Bool) -> Word {
            guard let unchanged, known.museums[unchanged] != nil else { return self }
            let typed = Word(spellings: [unchanged])
            return known.degree(of: Word(spellings: spellings), isLast: isLast) == 0 ? typed : self
        }

        /// Returns those of `alternatives` that may be continued if the word is the last one.
        ///
        /// These are the word as it was typed, and in another alphabet. A word with corrected letters is complete, and
        /// so is one that mixes alphabets: each half of it alone begins too many others.
        func unfinished(of alternatives: [String]) -> Set<String> {
            guard !TransliterationKey.isMixed(text) else { return Set(alternatives).intersection(spellings) }
            let isCyrillic = TransliterationKey.isCyrillic(text)
            return Set(
                alternatives.filter { spellings.contains($0) || TransliterationKey.isCyrillic($0) != isCyrillic })
        }
    }

    /// The ways in which the catalogue knows texts.
    struct Knowledge: Sendable {
        /// The number of museums with each text as a whole word.
        var museums: [String: Int] = [:]
        /// Texts that begin a word.
        var beginnings: Set<String> = []
        /// Texts that a word in another case, or in another alphabet, agrees with.
        var relatives: Set<String> = []
        /// Texts that the database leaves out of every query, such as `of` and `for`.
        var common: Set<String> = []

        /// Returns how well a word is known: 2 as a whole, 1 in another form, 0 if not at all.
        func degree(of word: Word, isLast: Bool) -> Int {
            if (word.spellings + [word.unchanged ?? ""]).contains(where: { museums[$0] != nil }) { return 2 }
            return word.spellings.contains { relatives.contains($0) || isLast && beginnings.contains($0) } ? 1 : 0
        }
    }

    /// The query in the alphabet that was typed, and in the one that the same keys make on another keyboard.
    let readings: [[Word]]

    init(_ query: SearchQuery) {
        let typed = query.spelling.map { Word(spellings: [$0]) }
        let keys = KeyboardLayout.words(ofKeysIn: query.typed).prefix(SearchQuery.maximumWords)
        var words = keys.map { Word(spellings: $0) }
        // Part of a text may be typed on the right keyboard.
        if words.count == typed.count {
            for place in words.indices { words[place].unchanged = typed[place].text }
        }
        readings = keys.isEmpty ? [typed] : [typed, words]
    }

    /// The texts whose ``Knowledge`` the correction needs: all words, and neighbours joined.
    var texts: [String] {
        Set(readings.flatMap { $0.flatMap(\.spellings) + Self.joints(in: $0).map(\.word.text) }).sorted()
    }

    /// The last words, which may be unfinished.
    var lastTexts: [String] { Set(readings.compactMap(\.last).flatMap(\.spellings)).sorted() }

    /// Returns the readings to look for, with neighbours joined where only the joined word is known.
    ///
    /// If another keyboard makes better known words, only that reading remains; if neither makes any, both do.
    func words(_ known: Knowledge, isUnmatched: Bool) -> [[Word]] {
        let degrees = readings.map { reading in
            reading.indices.reduce(0) { sum, place in
                guard reading[place].text.unicodeScalars.count > 2 else { return sum }
                return sum + known.degree(of: reading[place], isLast: place == reading.count - 1)
            }
        }
        let most = degrees.max() ?? 0
        let best = most == 0 ? readings : Array(zip(readings, degrees).filter { $1 == most }.map { $0.0 }.prefix(1))
        return best.map { reading in
            let words = reading.enumerated().map { place, word in
                word.onKnownKeyboard(known, isLast: place == reading.count - 1)
            }
            return Self.withOptionalParticles(Self.joined(words, known, isUnmatched: isUnmatched), known)
        }
    }

    /// Returns the query for spellings of words.
    ///
    /// It may be one of several names as a whole: those with the first spelling of every word, and with another one of
    /// a single word.
    ///
    /// - Parameter unfinished: the spellings of the last word that may be continued.
    func query(_ words: [Word], _ spellings: [[String]], unfinished: Set<String> = [], rare: [String] = [])
        -> SearchQuery
    {
        let firsts = spellings.map { $0.first ?? "" }
        var names = [firsts.joined(separator: " ")]
        for (place, others) in spellings.enumerated() where !words[place].isOptional {
            for other in others.dropFirst() {
                var name = firsts
                name[place] = other
                names.append(name.joined(separator: " "))
            }
        }
        let needed = words.indices.filter { !words[$0].isOptional }.map { spellings[$0] }
        return SearchQuery(
            spellings: needed, unfinished: unfinished, names: Array(names.prefix(Self.maximumNames)),
            rare: rare)
    }

    /// The maximum number of names that a query may be.
    private static let maximumNames = 60

    /// Joins neighbours that the catalogue knows as one word, unless it knows both and some museum has matched.
    private static func joined(_ words: [Word], _ known: Knowledge, isUnmatched: Bool) -> [Word] {
        let joints = joints(in: words)
        var result: [Word] = []
        var index = 0
        while index < words.count {
            let joint = joints.first { joint in
                guard joint.place == index else { return false }
                let parts = words[index..<index + joint.count]
                if known.museums[joint.word.text] != nil {
                    return isUnmatched || parts.contains { known.museums[$0.text] == nil }
                }
                return known.relatives.contains(joint.word.text)
                    && parts.allSatisfy { known.degree(of: $0, isLast: false) == 0 }
            }
            result.append(joint?.word ?? words[index])
            index += joint?.count ?? 1
        }
        return result
    }

    /// Neighbours that may be one word.
    private struct Joint {
        var place: Int
        var count: Int
        var word: Word
    }

    /// Returns three neighbours joined, then two, for each place.
    private static func joints(in words: [Word]) -> [Joint] {
        var joints: [Joint] = []
        for place in words.indices {
            for count in [3, 2] where place + count <= words.count {
                let parts = words[place..<place + count].map(\.text)
                let text = parts.joined()
                guard (5...40).contains(text.unicodeScalars.count) else { continue }
                let word = Word(spellings: [text], typed: parts.joined(separator: " "))
                joints.append(Joint(place: place, count: count, word: word))
            }
        }
        return joints
    }

    /// Makes prepositions optional, and words of fewer than three letters, which have too many transliterations, if
    /// others remain.
    private static func withOptionalParticles(_ words: [Word], _ known: Knowledge) -> [Word] {
        var marked = words
        for place in words.indices {
            let letters = words[place].text.unicodeScalars
            let isBeginning = place == words.count - 1 && known.beginnings.contains(words[place].text)
            let isShort = letters.count < 3 && letters.contains { $0.properties.numericType == nil }
            marked[place].isOptional = isShort && !isBeginning || isPreposition(words[place].text, known)
        }
        return marked.contains { !$0.isOptional } ? marked : words
    }

    /// Returns true for a preposition, and for an unknown word that is one error away from a long one.
    private static func isPreposition(_ word: String, _ known: Knowledge) -> Bool {
        if prepositions.contains(word) { return true }
        let letters = Array(word.unicodeScalars)
        guard letters.count >= 4, known.museums[word] == nil else { return false }
        return prepositions.contains { preposition in
            preposition.unicodeScalars.count >= 5
                && EditDistance.distance(
                    from: letters, to: Array(preposition.unicodeScalars), isUnfinished: false) <= 1
        }
    }

    /// Prepositions of Russian and Belarusian that come before names in other cases, also in Latin letters.
    private static let prepositions: Set<String> = [
        "около", "возле", "близ", "вблизи", "рядом", "каля", "пры", "okolo", "vozle", "kalia", "kalya", "kala",
    ]
}
