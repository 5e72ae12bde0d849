/// Coarse forms of words, in which a word's spellings in Cyrillic and in all common transliterations are the same.
///
/// `музей`, `muzey`, `muziej`, `muzej` and `musei` all become `mvse`; `художественный`, `hudožestvennyj`,
/// `xudozhestvenny'j` and `khudozhestvennyi` become `hvdesestven`. A key has one letter for each group of sounds that
/// schemes confuse: vowels like `i` and soft signs are left out, `o` counts as `e` (ё), `v` as `u` (ў), `z` as `s` (ж,
/// ш) and `g` as `h` (Belarusian г). Few words of a catalogue share a key, and other words of a query tell them apart.
///
/// `NameSkeleton` keeps apart what this merges, since a list of people has no other words to tell them apart.
enum TransliterationKey {
    /// Returns the key of a folded word; empty for scripts other than Latin and Cyrillic.
    static func key(of word: String) -> String { key(of: word, Reading()) }

    /// Returns the keys of a folded word that someone typed: several if a letter has several readings.
    static func keys(ofTyped word: String) -> [String] {
        var keys: [String] = []
        for reading in readings {
            let key = key(of: word, reading)
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }

    /// The meanings of letters that schemes use differently, as letters of keys.
    private struct Reading {
        /// True if `ch` is х and not ч.
        var isChH = false
        /// х, or кс.
        var x = "h"
        /// Part of a vowel, or ж.
        var j = ""
        /// з, or the German ц.
        var z = "s"
    }

    private static let readings = [
        Reading(), Reading(isChH: true), Reading(x: "ks"), Reading(j: "s"), Reading(z: "c"),
        Reading(isChH: true, z: "c"),
    ]

    /// Returns a key without the ending of a case, or the whole key if less than three letters would remain.
    static func stem(of key: String) -> String {
        let letters = key.utf8.count
        for ending in endings where key.hasSuffix(ending) && letters - ending.utf8.count >= 3 {
            return String(key.dropLast(ending.utf8.count))
        }
        return key
    }

    static func isCyrillic(_ word: String) -> Bool {
        word.unicodeScalars.contains { (0x400...0x4FF).contains($0.value) }
    }

    /// Returns true for a word of Latin and Cyrillic letters.
    static func isMixed(_ word: String) -> Bool {
        isCyrillic(word) && word.unicodeScalars.contains { ("a"..."z").contains($0) }
    }

    private static func key(of word: String, _ reading: Reading) -> String {
        var key: [UInt8] = []
        // True after a `c` that has become a letter of its own.
        var isAfterC = false
        for scalar in word.unicodeScalars {
            if reading.isChH, isAfterC, scalar == "h" { key.removeLast() }
            let count = key.count
            for sound in sounds(of: scalar, reading).utf8 { append(sound, to: &key) }
            isAfterC = scalar == "c" && key.count > count
        }
        return String(decoding: key, as: UTF8.self)
    }

    private static func sounds(of letter: Unicode.Scalar, _ reading: Reading) -> String {
        switch letter {
        case "x": reading.x
        case "j": reading.j
        case "z": reading.z
        case "0"..."9": String(letter)
        default: letters[letter] ?? ""
        }
    }

    /// Appends a letter, merged with the one before if they spell one sound together.
    private static func append(_ sound: UInt8, to key: inout [UInt8]) {
        guard let last = key.last else { return key.append(sound) }
        if last == sound, sound >= UInt8(ascii: "a") { return }
        guard let merged = pairs[[last, sound]] else { return key.append(sound) }
        key.removeLast()
        append(merged, to: &key)
    }

    private static let letters: [Unicode.Scalar: String] = {
        let cyrillic = zip(
            "абвгдежзийклмнопрстуфхцчшщъыьэюя".unicodeScalars,
            "a b v h d e s s - - k l m n e p r s t v f h c c s s - - - e v a".split(separator: " "))
        let latin = zip(
            "abcdefghiklmnopqrstuvwy".unicodeScalars,
            "a b c d e f h h - k l m n e p k r s t v v v -".split(separator: " "))
        return Dictionary((Array(cyrillic) + Array(latin)).map { ($0, $1 == "-" ? "" : String($1)) }) { first, _ in
            first
        }
    }()

    /// Pairs that become one letter: `kh`, `zh` and `sh`, `ch`, `ts`, `tch`, `sch`, `cz`.
    private static let pairs: [[UInt8]: UInt8] = Dictionary(
        uniqueKeysWithValues: [
            ("kh", "h"), ("sh", "s"), ("ch", "c"), ("ts", "c"), ("tc", "c"), ("sc", "s"), ("cs", "c"),
        ]
        .map { (Array($0.0.utf8), Array($0.1.utf8)[0]) })

    /// Endings of Russian and Belarusian adjectives and nouns as they are in keys, longer ones first: `ого`, `ому`,
    /// `ом`, `ым`, `ых`, `ая`, `ов`, `ами`, `ую`.
    private static let endings = [
        "emv", "ehe", "aha", "amv", "ea", "em", "am", "ah", "ev", "av", "m", "h", "a", "e", "v",
    ]
}
