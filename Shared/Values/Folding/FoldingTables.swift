/// The character replacements of ``Folding``.
enum FoldingTables {
    /// The characters that are removed without separating words: apostrophes and invisible characters.
    static let dropped: Set<UInt32> = [
        0x00B4, 0x02B9, 0x02BB, 0x02BC, 0x02C8, 0x2018, 0x2019, 0x201B, 0x2032, 0x2035, 0xFF07, 0xFF40,
        0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFE0F, 0xFEFF,
    ]

    /// Returns a character's replacement; `nil` if it is kept or separates words.
    static func replacement(for scalar: Unicode.Scalar) -> String? {
        for (first, letters) in latin {
            guard scalar.value >= first, scalar.value < first + UInt32(letters.count) else { continue }
            let letter = letters[Int(scalar.value - first)]
            if letter != UInt8(ascii: ".") { return String(Unicode.Scalar(letter)) }
        }
        if (0xFF10...0xFF5A).contains(scalar.value), let narrow = Unicode.Scalar(scalar.value - 0xFEE0),
            narrow.properties.isAlphabetic || ("0"..."9").contains(narrow)
        {
            return String(narrow).lowercased()
        }
        return single[scalar]
    }

    /// The base letters of the accented letters from U+00C0, U+0180 and U+1E00 on; a dot marks a character without one.
    private static let latin: [(UInt32, [UInt8])] = [
        (
            0x00C0,
            Array(
                ("aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiiidnooooo.ouuuuy.y"
                    + "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkkkllllll."
                    + ".llnnnnnnnnnoooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs").utf8)
        ),
        (
            0x0180,
            Array(
                ("................................oo.............uu..............."
                    + ".............aaiioouuuuuuuuuu.aaaa....ggkkoooo..j...gg..nnaa...."
                    + "aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy............").utf8)
        ),
        (
            0x1E00,
            Array(
                ("aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm"
                    + "mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv"
                    + "wwwwwwwwwwxxxxyyzzzzzzhtwy.s....aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee"
                    + "eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......").utf8)
        ),
    ]

    private static let single: [Unicode.Scalar: String] = [
        // Cyrillic, both cases
        "ё": "е", "Ё": "е", "ў": "у", "Ў": "у", "і": "и", "І": "и", "ї": "и", "Ї": "и", "є": "е", "Є": "е", "ґ": "г",
        "Ґ": "г", "ѐ": "е", "Ѐ": "е", "ѝ": "и", "Ѝ": "и", "ѣ": "е", "Ѣ": "е",
        // Latin letters that expand to two, or have no base letter
        "Æ": "ae", "æ": "ae", "Œ": "oe", "œ": "oe", "ß": "ss", "ẞ": "ss", "Þ": "th", "þ": "th", "Ĳ": "ij", "ĳ": "ij",
        "ŉ": "n", "Ŀ": "l", "ŀ": "l", "ĸ": "k", "Ŋ": "n", "ŋ": "n", "ə": "a", "Ə": "a", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl",
        "ﬃ": "ffi", "ﬄ": "ffl", "ﬆ": "st", "ª": "a", "º": "o", "№": "no", "¹": "1", "²": "2", "³": "3",
        // Greek
        "ά": "α", "έ": "ε", "ή": "η", "ί": "ι", "ό": "ο", "ύ": "υ", "ώ": "ω", "ϊ": "ι", "ϋ": "υ", "ΐ": "ι", "ΰ": "υ",
        "ς": "σ",
    ]
}
