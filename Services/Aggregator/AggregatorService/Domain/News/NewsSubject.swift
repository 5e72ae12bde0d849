import Contracts
import TextFolding

/// Words by which a text is about something: whole ones, and beginnings where languages bend their endings.
struct NameMatcher: Sendable, Equatable {
    /// Words in their order, folded; the last may be a beginning.
    private struct Name: Equatable {
        var words: [String]
        /// How many letters the last word may have beyond what is given.
        var extra: Int
    }

    private var names: [Name] = []

    /// - Parameter names: as people write them. Of Cyrillic ones the end is free (Минск, Минске, минский); a `*` at the
    ///   end says so of any.
    init(_ names: [String]) {
        for name in names {
            let isOpen = name.hasSuffix("*")
            var words = Folding.words(of: name)
            guard let last = words.last, !last.isEmpty else { continue }
            var extra = isOpen ? 8 : 0
            if !isOpen, let scalar = last.unicodeScalars.first, Self.isCyrillic(scalar) {
                words[words.count - 1] = Self.stem(last)
                extra = 4
            }
            self.names.append(Name(words: words, extra: extra))
        }
    }

    var isEmpty: Bool { names.isEmpty }

    /// Whether the words of a text, folded, hold one of the names.
    func matches(_ text: [String]) -> Bool {
        names.contains { name in
            guard text.count >= name.words.count else { return false }
            return (0...(text.count - name.words.count)).contains { start in
                Self.holds(text[start..<(start + name.words.count)], name)
            }
        }
    }

    private static func holds(_ words: ArraySlice<String>, _ name: Name) -> Bool {
        for (index, (word, wanted)) in zip(words, name.words).enumerated() {
            if index == name.words.count - 1 {
                guard word.hasPrefix(wanted), word.unicodeScalars.count - wanted.unicodeScalars.count <= name.extra
                else {
                    return false
                }
            } else if word != wanted {
                // Also the words before the last are bent: Новая Зеландия, Новой Зеландии.
                guard name.extra == 4, wanted.unicodeScalars.count > 3, word.hasPrefix(stem(wanted)) else {
                    return false
                }
            }
        }
        return true
    }

    private static func isCyrillic(_ scalar: Unicode.Scalar) -> Bool { (0x400...0x52F).contains(scalar.value) }

    /// A word without the vowels (and й, ь) at its end that change with its case, at least three letters of it.
    private static func stem(_ word: String) -> String {
        var scalars = Array(word.unicodeScalars)
        while scalars.count > 3, let last = scalars.last, endings.contains(last) { scalars.removeLast() }
        return String(String.UnicodeScalarView(scalars))
    }

    private static let endings = Set("аеиоуыэюяйь".unicodeScalars)
}

/// What news are looked for.
struct NewsSubject: Sendable {
    var city: NameMatcher
    var country: NameMatcher
}
