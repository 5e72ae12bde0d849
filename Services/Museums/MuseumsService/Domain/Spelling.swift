import Values

/// Corrects the spelling of words against the catalogue's vocabulary.
enum Spelling {
    /// The maximum number of alternatives for a word that sound alike, and also of those that look alike.
    static let maximumAlternatives = 6

    /// The kind of similarity between a known word and a typed one, the best first.
    enum Similarity: String, Sendable {
        /// The words have the same ``TransliterationKey``.
        case sound
        /// The words are forms of one word.
        case inflection
        /// The known word begins with the key of the typed one.
        case beginningOfSound
        /// The keys share letters.
        case nearSound
        /// The words share letters.
        case letters
    }

    /// A word of the catalogue.
    struct KnownWord: Equatable, Sendable {
        var word: String
        /// The number of museums with the word in a name or as their city.
        var museums: Int
        var similarity = Similarity.letters
    }

    /// Returns the spellings to search for instead of `typed`.
    ///
    /// They are the word itself if the catalogue knows it; otherwise the known words that sound like it (`muzei`,
    /// музей) or are other forms of it (музеем), and then the word itself if it begins a known word, or else the words
    /// nearest in letters.
    ///
    /// - Parameters:
    ///   - candidates: known words that look or sound alike.
    ///   - isUnfinished: true if `typed` may be only the beginning of a word.
    ///   - isAlone: true if the query has no other word. Only the nearest words count then, since nothing else keeps
    ///     the museums of a common word from coming before those of the word that was meant.
    ///   - isUnmatched: true if nothing has matched the query, so that even a known word may be an error.
    static func alternatives(
        for typed: String, among candidates: [KnownWord], isUnfinished: Bool, isAlone: Bool = false,
        isUnmatched: Bool = false
    ) -> [String] {
        // The vocabulary has no words of fewer than three letters, so even a correct one is unknown.
        guard typed.unicodeScalars.count > 2 else { return [typed] }
        let isKnown = candidates.contains { $0.word == typed }
        if isKnown, !isUnmatched { return [typed] }
        let alike = soundingAlike(
            typed, among: isKnown ? candidates.filter { $0.similarity != .nearSound } : candidates)
        // The beginning of one word may sound like a whole other one: `palats` begins `palatsik`, and is палац.
        if !isUnmatched, isUnfinished, candidates.contains(where: { $0.word.hasPrefix(typed) }) {
            return [typed] + alike.filter { $0.similarity == .sound }.map(\.word)
        }
        let near = lookingAlike(typed, among: candidates, isUnfinished: isUnfinished, isAlone: isAlone)
        // Alone, a word that is a few letters away is more likely than one of another alphabet that sounds like it.
        let nearSounds = isAlone && !near.isEmpty ? [] : alike.filter { $0.similarity == .nearSound }
        let sounds = alike.filter { $0.similarity != .nearSound }
        // A known word is more likely misspelt than meant for another alphabet.
        let words = ((isKnown ? near + sounds : sounds + near) + nearSounds).map(\.word)
        let isBeginning = isUnfinished && candidates.contains { $0.word.hasPrefix(typed) }
        let isTypedFirst = isKnown || isBeginning || words.isEmpty
        return (isTypedFirst ? [typed] : []) + words.filter { !isTypedFirst || $0 != typed }
    }

    /// The number of museums with a word up to which it is rare.
    private static let rareMuseums = 3

    /// Returns those of `spellings` whose museums come before those of common words, if nothing else was typed.
    ///
    /// A person who looks for a museum by one word types a distinctive one, and rarely mistypes its first letter. A
    /// common word without its last `e`, such as `heritag`, is the stem by which every museum of that word is found.
    static func rare(_ spellings: [String], like typed: String, among candidates: [KnownWord]) -> [String] {
        let rare = candidates.filter {
            $0.similarity == .letters && $0.museums <= rareMuseums && $0.word != typed
                && $0.word.unicodeScalars.first == typed.unicodeScalars.first
        }
        let common = Set(candidates.filter { $0.museums > rareMuseums }.map(\.word))
        let words = Set(rare.map(\.word))
        return spellings.filter { words.contains($0) && !common.contains($0 + "e") }
    }

    /// Returns the known words nearest in letters.
    private static func lookingAlike(
        _ typed: String, among candidates: [KnownWord], isUnfinished: Bool, isAlone: Bool
    ) -> [KnownWord] {
        let letters = Array(typed.unicodeScalars)
        let near = candidates.compactMap { known -> (known: KnownWord, errors: Int, isWhole: Bool)? in
            guard known.similarity == .letters, known.word != typed else { return nil }
            // Words that begin like an unfinished one are found without being spelled out.
            if isUnfinished, known.word.hasPrefix(typed) { return nil }
            let word = Array(known.word.unicodeScalars)
            let errors = EditDistance.distance(from: letters, to: word, isUnfinished: isUnfinished)
            guard errors <= maximumErrors(length: letters.count) else { return nil }
            let isWhole = !isUnfinished || EditDistance.distance(from: letters, to: word, isUnfinished: false) == errors
            return (known, errors, isWhole)
        }
        let fewest = near.map(\.errors).min() ?? 0
        let best = (isAlone ? near.filter { $0.errors == fewest } : near).sorted {
            ($0.errors, $0.isWhole ? 0 : 1, -$0.known.museums, $0.known.word) < (
                $1.errors, $1.isWhole ? 0 : 1, -$1.known.museums, $1.known.word
            )
        }
        return first(best.map(\.known))
    }

    /// Returns the first words, each once.
    private static func first(_ words: [KnownWord]) -> [KnownWord] {
        var seen: Set<String> = []
        return Array(words.filter { seen.insert($0.word).inserted }.prefix(maximumAlternatives))
    }

    /// Returns the number of errors tolerated: two from six letters on.
    static func maximumErrors(length: Int) -> Int {
        length < 6 ? EditDistance.allowedErrors(length: length) : 2
    }

    /// Returns the known words of another alphabet that sound like `typed`, and known forms of it; those with the same
    /// full sound come first, and among them those nearest in spelling.
    private static func soundingAlike(_ typed: String, among candidates: [KnownWord]) -> [KnownWord] {
        let (sound, keys) = (skeleton(of: typed), TransliterationKey.keys(ofTyped: typed))
        let isCyrillic = TransliterationKey.isCyrillic(typed)
        let alike = candidates.compactMap { known -> (known: KnownWord, rank: Int, errors: Int)? in
            let rank: Int
            switch known.similarity {
            case .letters: return nil
            case .sound: rank = 0
            case .inflection: rank = 1
            case .beginningOfSound: rank = 2
            case .nearSound:
                rank = 3
                let key = TransliterationKey.key(of: known.word)
                guard keys.contains(where: { isNear($0, key) }) else { return nil }
            }
            // Keys are too coarse for words of one alphabet, but for forms of one word.
            let isForm = known.similarity == .inflection || known.similarity == .nearSound
            guard isForm || TransliterationKey.isCyrillic(known.word) != isCyrillic else { return nil }
            var known = known
            if known.similarity == .beginningOfSound { known.word = beginning(of: known.word, soundingLike: keys) }
            let errors = EditDistance.distance(from: sound, to: skeleton(of: known.word), isUnfinished: false)
            return (known, rank, errors)
        }
        let best = alike.sorted {
            ($0.rank, $0.errors, -$0.known.museums, $0.known.word) < (
                $1.rank, $1.errors, -$1.known.museums, $1.known.word
            )
        }
        return first(best.map(\.known))
    }

    /// Returns the shortest beginning of a word that sounds like one of `keys`, which many words may share.
    private static func beginning(of word: String, soundingLike keys: [String]) -> String {
        let letters = word.unicodeScalars
        let count = (1...max(letters.count, 1)).first { count in
            let key = TransliterationKey.key(of: String(String.UnicodeScalarView(letters.prefix(count))))
            return keys.contains { !$0.isEmpty && key.hasPrefix($0) }
        }
        return count.map { String(String.UnicodeScalarView(letters.prefix($0))) } ?? word
    }

    /// Returns true if keys differ by one error, or by two in long keys, with or without the endings of cases.
    ///
    /// An error in an ending keeps part of it in the stem, which is then compared with the other whole key.
    private static func isNear(_ key: String, _ known: String) -> Bool {
        let allowed = key.utf8.count < 8 ? 1 : 2
        let (typed, knowns) = ([key, TransliterationKey.stem(of: key)], [known, TransliterationKey.stem(of: known)])
        return typed.contains { one in
            knowns.contains {
                EditDistance.distance(from: scalars(one), to: scalars($0), isUnfinished: false) <= allowed
            }
        }
    }

    /// Returns the sound of a word, finer than its ``TransliterationKey``.
    private static func skeleton(of word: String) -> [Unicode.Scalar] {
        NameSkeleton.words(of: word).first.map { $0.map { Unicode.Scalar($0) } } ?? []
    }

    private static func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }
}
