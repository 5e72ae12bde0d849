import Testing

/// Rules for the languages of the texts that people read.
@Suite struct TextRules {
    @Test func `Every text for people is in Russian and in Belarusian, or declared as the same in all languages`() {
        for (file, call) in Self.calls {
            for fault in Self.faults(in: call) { Issue.record("\(file.path):\(call.line) \(fault)") }
        }
    }

    @Test func `The rule sees every text for people`() {
        let written = Self.files.flatMap { file in
            file.linesOutsideTexts.map { StyleRules.code(of: $0).ranges(of: "UserText(").count }
        }
        #expect(Self.calls.count == written.reduce(0, +))
        #expect(Self.calls.count > 100)
    }

    @Test(arguments: [
        (#"UserText("No", ru: "Нет", be: "Не")"#, []),
        (#"UserText(all: "Vokol")"#, []), ("UserText(all: String(name))", []),
        (#"UserText("\(a)", ru: "\(a): \(b)", be: "\(a)")"#, []),
        (#"UserText("Send id", ru: "Укажите id", be: "Id")"#, ["be has no Cyrillic letter"]),
        (#"UserText("Yes", ru: "Так і ёсць", be: "Да, ещё")"#, ["ru contains і", "be contains щ"]),
        (#"UserText("x", ru: "\(f(and: "і", or: "или"))", be: "і")"#, ["ru contains і"]),
        (##"UserText("x", ru: #"нужно {"a":1}, "б""#, be: #"трэба "и""#)"##, ["be contains и"]),
        ("UserText(\n\"x\", // ru: \"\n ru: \"\"\"\n  Раз,\n  два\n  \"\"\", be: \"Дв\u{430}\")", []),
        ("UserText(\"x\", ru: \"C\u{43E}ни\", be: \"M\u{438}р\")", ["ru mixes alphabets in Cони", "be contains и"]),
        (#"UserText("x", ru: flag ? "Да" : "Нет", be: "Так")"#, []),
        (#"UserText("x")"#, ["ru is missing", "be is missing"]),
    ])
    func `A text in the wrong language is found, in any form of literal`(_ source: String, _ faults: [String]) {
        let calls = TextLiterals.calls(of: "UserText", in: source)
        #expect(calls.count == 1)
        let found = calls.flatMap(Self.faults)
        #expect(faults.allSatisfy(found.contains) && found.isEmpty == faults.isEmpty, "\(found)")
    }

    @Test func `Comments, literals and other names hold no texts for people`() {
        let source = """
            // UserText("a")
            let a = "UserText(" + MyUserText("b") as UserText
            let b = UserText("c", ru: "д", be: "е")
            """
        let calls = TextLiterals.calls(of: "UserText", in: source)
        #expect(calls == [.init(line: 3, texts: ["": "c", "ru": "д", "be": "е"])])
    }

    /// The letters of the other language, which Russian or Belarusian does not have.
    private static let foreign: [(label: String, letters: Set<Character>)] = [
        ("ru", ["і", "І", "ў", "Ў"]), ("be", ["и", "И", "щ", "Щ", "ъ", "Ъ"]),
    ]

    /// The files with texts for people, except for those of these rules.
    private static let files = SourceTree.files.filter {
        $0.text.contains("UserText(") && !$0.path.hasPrefix("Tests/TidyTests/")
    }

    private static let calls: [(file: SourceTree.File, call: TextLiterals.Call)] = files.flatMap { file in
        TextLiterals.calls(of: "UserText", in: file.text).map { (file, $0) }
    }

    private static func faults(in call: TextLiterals.Call) -> [String] {
        if call.texts["all"] != nil { return [] }
        return foreign.flatMap { label, letters -> [String] in
            guard let text = call.texts[label] else { return ["\(label) is missing"] }
            let words = text.split { !$0.isLetter }
            // A text of interpolations only takes its letters from elsewhere.
            if words.isEmpty { return [] }
            guard words.contains(where: hasCyrillic) else { return ["\(label) has no Cyrillic letter"] }
            return Set(text).intersection(letters).sorted().map { "\(label) contains \($0)" }
                + words.filter { hasCyrillic($0) && $0.contains { $0.isASCII } }.map {
                    "\(label) mixes alphabets in \($0)"
                }
        }
    }

    private static func hasCyrillic(_ word: Substring) -> Bool {
        word.unicodeScalars.contains { ("\u{400}"..."\u{4FF}").contains($0) }
    }
}
