/// The words of the catalogue's names and cities, held in memory to correct queries by.
///
/// 30,000 words take about 5 MB.
struct Vocabulary: Sendable {
    /// The maximum number of words, which take about 30 MB; those of the fewest museums are left out.
    static let maximumWords = 200_000
    /// The maximum number of words returned for each similarity.
    static let maximumCandidates = 60

    /// The words, with the numbers of their museums.
    private let words: WordList
    /// The keys of words in Latin letters and in Cyrillic ones, and the stems of the latter, with the places of their
    /// words.
    private let latinKeys: WordList
    private let cyrillicKeys: WordList
    private let cyrillicStems: WordList

    init(_ counts: [(word: String, museums: Int)]) {
        words = WordList(counts.map { ($0.word, $0.museums) })
        var (latin, cyrillic, stems): ([(String, Int)], [(String, Int)], [(String, Int)]) = ([], [], [])
        for place in 0..<words.count {
            let word = words.word(at: place)
            let key = TransliterationKey.key(of: word)
            if key.isEmpty { continue }
            guard TransliterationKey.isCyrillic(word) else {
                latin.append((key, place))
                continue
            }
            cyrillic.append((key, place))
            stems.append((TransliterationKey.stem(of: key), place))
        }
        (latinKeys, cyrillicKeys, cyrillicStems) = (WordList(latin), WordList(cyrillic), WordList(stems))
    }

    /// Returns the number of museums with a word in a name or as their city; `nil` if the word is unknown.
    func museums(with word: String) -> Int? { words.place(of: word).map(words.number) }

    /// Returns true if a word begins with `text`.
    func begins(with text: String) -> Bool { !words.places(beginning: text, most: 1).isEmpty }

    /// Returns true if a Cyrillic word agrees with `text` but for the ending of a case, or in Latin letters in sound.
    func hasRelative(of text: String) -> Bool {
        let key = TransliterationKey.key(of: text)
        // Short keys are too much alike to tell a word by.
        guard key.utf8.count > 2 else { return false }
        let relatives = cyrillicStems.places(of: TransliterationKey.stem(of: key))
        guard TransliterationKey.isCyrillic(text) else {
            return !relatives.isEmpty || cyrillicKeys.place(of: key) != nil
        }
        let beginning = text.unicodeScalars.prefix(2)
        return relatives.contains {
            words.word(at: cyrillicStems.number(at: $0)).unicodeScalars.prefix(2).elementsEqual(beginning)
        }
    }

    /// Returns the words in letters of another alphabet that sound like `typed`, and other forms of it.
    ///
    /// - Parameter isUnfinished: true to include words whose sound begins like this.
    func soundingLike(_ typed: String, isUnfinished: Bool) -> [Spelling.KnownWord] {
        guard typed.unicodeScalars.count > 2 else { return [] }
        let others = TransliterationKey.isCyrillic(typed) ? latinKeys : cyrillicKeys
        return TransliterationKey.keys(ofTyped: typed).filter { !$0.isEmpty }.flatMap { key in
            var alike = known(others.places(of: key), in: others, .sound)
            if key.utf8.count > 2 {
                let forms = cyrillicStems.places(of: TransliterationKey.stem(of: key))
                alike += known(forms, in: cyrillicStems, .inflection)
                if isUnfinished {
                    let begun = others.places(beginning: key, most: Self.maximumCandidates)
                    alike += known(begun, in: others, .beginningOfSound)
                }
            }
            return alike
        }
    }

    /// Returns the Cyrillic words whose sound has an error.
    ///
    /// - Parameter isThorough: true to compare more than stems, and to allow two errors in long words.
    func nearInSound(_ typed: String, isThorough: Bool) -> [Spelling.KnownWord] {
        guard typed.unicodeScalars.count > 2 else { return [] }
        return TransliterationKey.keys(ofTyped: typed).filter { $0.utf8.count > 2 }.flatMap { key in
            let stem = TransliterationKey.stem(of: key)
            let errors = isThorough && key.utf8.count >= 8 ? 2 : 1
            var near = matches(cyrillicStems.near(stem, within: errors), in: cyrillicStems)
            if isThorough, key.utf8.count > 3 {
                near += matches(cyrillicKeys.near(key, within: errors), in: cyrillicKeys)
                if stem != key {
                    near += matches(cyrillicStems.near(key, within: errors), in: cyrillicStems)
                    near += matches(cyrillicKeys.near(stem, within: errors), in: cyrillicKeys)
                }
            }
            return near.map { Spelling.KnownWord(word: $0.word, museums: $0.museums, similarity: .nearSound) }
        }
    }

    /// Returns the words at most `errors` away from `typed`, the nearest first; of those that begin with an unfinished
    /// word, only the first.
    func near(_ typed: String, within errors: Int, isUnfinished: Bool = false) -> [Spelling.KnownWord] {
        let length = typed.utf16.count
        var near = words.near(typed, within: errors, isUnfinished: isUnfinished)
        if isUnfinished {
            let first = near.first { $0.errors == 0 }
            near.removeAll { $0.errors == 0 }
            if let first { near.append(first) }
        }
        // The nearest in length, too, since any number of words may continue an unfinished one.
        func rank(_ match: WordList.Match) -> (Int, Int, Int, Int) {
            let difference = isUnfinished ? abs(words.length(at: match.place) - length) : 0
            return (match.errors, difference, -words.number(at: match.place), match.place)
        }
        let best = near.map { (rank($0), $0.place) }.sorted { $0.0 < $1.0 }.prefix(Self.maximumCandidates)
        return best.map { Spelling.KnownWord(word: words.word(at: $0.1), museums: words.number(at: $0.1)) }
    }

    private func matches(_ matches: [WordList.Match], in list: WordList) -> [(word: String, museums: Int)] {
        matches.prefix(Self.maximumCandidates).map {
            let place = list.number(at: $0.place)
            return (words.word(at: place), words.number(at: place))
        }
    }

    private func known(
        _ places: Range<Int>, in list: WordList, _ similarity: Spelling.Similarity
    ) -> [Spelling.KnownWord] {
        places.prefix(Self.maximumCandidates).map {
            let place = list.number(at: $0)
            return Spelling.KnownWord(
                word: words.word(at: place), museums: words.number(at: place), similarity: similarity)
        }
    }
}
