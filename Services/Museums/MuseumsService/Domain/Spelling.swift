import Values

/// Corrects the spelling of words against the catalogue's vocabulary.
enum Spelling {
    /// The maximum number of alternatives for a word that sound alike, and also of those that look alike.
    static let maximumAlternatives = 4

    /// The kind of similarity between a known word and a typed one.
    enum Similarity: Sendable {
        /// The words share letters.
        case letters
        /// The words sound the same.
        case sound
        /// The known word begins with the sound of the typed one.
        case beginningOfSound
    }

    /// A word of the catalogue.
    struct KnownWord: Equatable, Sendable {
        var word: String
        /// The number of museums with the word in a name or as their city.
        var museums: Int
        var similarity = Similarity.letters
    }

    /// Returns the sound of a typed word, or an empty text if the sound has fewer than three letters, with which too
    /// many words begin.
    static func sound(of typed: String) -> String {
        guard let sound = NameSkeleton.words(of: typed).first, sound.count >= 3 else { return "" }
        return String(decoding: sound, as: UTF8.self)
    }

    /// Returns the sound of a folded word, and the other sounds that match while it is being typed.
    static func sounds(of word: String) -> (whole: String, others: [String])? {
        let forms = NameSkeleton.forms(of: word).first?.map { String(decoding: $0, as: UTF8.self) } ?? []
        return forms.first.map { ($0, Array(forms.dropFirst())) }
    }

    /// Returns the spellings to search for instead of `typed`.
    ///
    /// They are the word itself if the catalogue knows it; otherwise the known words of another alphabet that sound
    /// like it (`muzei`, музей), and then the word itself if it begins a known word, or else the words nearest in
    /// letters.
    ///
    /// - Parameters:
    ///   - candidates: known words that look or sound alike.
    ///   - isUnfinished: true if `typed` may be only the beginning of a word.
    static func alternatives(for typed: String, among candidates: [KnownWord], isUnfinished: Bool) -> [String] {
        if candidates.contains(where: { $0.word == typed }) { return [typed] }
        let alike = soundingAlike(typed, among: candidates)
        // The beginning of one word may sound like a whole other one: `palats` begins `palatsik`, and is палац.
        if isUnfinished, candidates.contains(where: { $0.word.hasPrefix(typed) }) {
            return [typed] + alike.filter { $0.similarity == .sound }.map(\.word)
        }
        let letters = Array(typed.unicodeScalars)
        let allowed = EditDistance.allowedErrors(length: letters.count)
        let near = candidates.compactMap { known -> (known: KnownWord, errors: Int)? in
            guard known.similarity == .letters else { return nil }
            let errors = EditDistance.distance(
                from: letters, to: Array(known.word.unicodeScalars), isUnfinished: isUnfinished)
            return errors <= allowed ? (known, errors) : nil
        }
        let best = near.sorted {
            ($0.errors, -$0.known.museums, $0.known.word) < ($1.errors, -$1.known.museums, $1.known.word)
        }
        let words = alike.map(\.word) + best.prefix(maximumAlternatives).map(\.known.word)
        return words.isEmpty ? [typed] : words
    }

    /// Returns the known words of another alphabet that sound like `typed`; those with the same full sound come first.
    private static func soundingAlike(_ typed: String, among candidates: [KnownWord]) -> [KnownWord] {
        // The vocabulary has no words of fewer than three letters, so even a correct one is unknown.
        guard typed.unicodeScalars.count > 2 else { return [] }
        let isCyrillic = isCyrillic(typed)
        let alike = candidates.filter { $0.similarity != .letters && Self.isCyrillic($0.word) != isCyrillic }
        let best = alike.sorted {
            ($0.similarity == .sound ? 0 : 1, -$0.museums, $0.word) < (
                $1.similarity == .sound ? 0 : 1, -$1.museums, $1.word
            )
        }
        var first: [KnownWord] = []
        for known in best where !first.contains(where: { $0.word == known.word }) { first.append(known) }
        return Array(first.prefix(maximumAlternatives))
    }

    private static func isCyrillic(_ word: String) -> Bool {
        word.unicodeScalars.contains { (0x400...0x4FF).contains($0.value) }
    }
}
