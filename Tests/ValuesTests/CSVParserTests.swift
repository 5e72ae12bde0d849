import Testing
import Values

@Suite struct CSVParserTests {
    /// Parses a text in chunks of a given size.
    private func parse(
        _ text: some Sequence<UInt8>, chunk: Int = .max, limits: CSVParser.Limits = CSVParser.Limits()
    ) -> [String] {
        var parser = CSVParser(limits: limits)
        var outcomes: [String] = []
        var rest = Array(text)[...]
        while true {
            while let outcome = parser.next() {
                switch outcome {
                case .record(let record):
                    let fields = record.fields.map { String(decoding: $0, as: UTF8.self) }
                    outcomes.append("\(record.line): " + fields.joined(separator: "¦"))
                case .fault(let line, let reason): outcomes.append("\(line)! \(reason)")
                }
            }
            if parser.isAtEnd { return outcomes }
            if rest.isEmpty { parser.end() } else { parser.feed(rest.prefix(chunk)) }
            rest = rest.dropFirst(chunk)
        }
    }

    @Test(
        arguments: [
            ("", []), ("\n\n", []), ("a", ["1: a"]), ("a,b\n", ["1: a¦b"]), ("a,b\r\nc,d", ["1: a¦b", "2: c¦d"]),
            (",", ["1: ¦"]), ("a,\nb", ["1: a¦", "2: b"]), ("\"\"", []), ("\"\",", ["1: ¦"]),
            ("\"a,b\",\"c\"\"d\"\n", ["1: a,b¦c\"d"]), ("\"a\nb\r\nc\",d\ne\n", ["1: a\nb\r\nc¦d", "4: e"]),
            ("\u{FEFF}a,b", ["1: a¦b"]), ("a\r\n\r\nb\r", ["1: a", "3: b"]), ("\"a\"\r\n\"b\"", ["1: a", "2: b"]),
            ("музей,\"«замок»\"", ["1: музей¦«замок»"]),
        ] as [(String, [String])])
    func `Records are parsed into fields`(text: String, expected: [String]) {
        #expect(parse(text.utf8) == expected)
    }

    @Test(
        arguments: [
            ("a\"b,c\nd\n", ["1! a quote within a field that does not begin with one", "2: d"]),
            ("\"a\"b\nc\n", ["1! text after a closing quote", "2: c"]),
            ("\"a\"\rb\nc", ["1! text after a closing quote", "2: c"]),
            ("a\rb\nc", ["1! a carriage return without a line feed", "2: c"]),
            ("a\n\"b,c\nd,e\nf", ["1: a", "2! a quote that is never closed", "3: d¦e", "4: f"]),
            ("\"a\n", ["1! a quote that is never closed"]),
        ] as [(String, [String])])
    func `A broken record costs only its first line`(text: String, expected: [String]) {
        #expect(parse(text.utf8) == expected)
    }

    @Test func `A record that is too long or too wide is refused, and parsing continues`() {
        let limits = CSVParser.Limits(fields: 3, recordBytes: 20)
        let long = String(repeating: "x", count: 30)
        for chunk in [1, 5, 1_000] {
            let outcomes = parse("a,b,c,d\n\(long)\ny\n\"\(long)\nz\n".utf8, chunk: chunk, limits: limits)
            #expect(outcomes.map { $0.prefix(6) } == ["1! mor", "2! lon", "3: y", "4! lon", "5: z"], "\(outcomes)")
        }
    }

    @Test func `The size of the chunks makes no difference`() {
        var generator = SplitMix64(seed: 5)
        let characters = Array("ab,,\"\"\n\r\nж".utf8)
        for _ in 0..<1_500 {
            let text = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                characters.randomElement(using: &generator) ?? 0
            }
            let whole = parse(text)
            #expect(parse(text, chunk: 1) == whole)
            #expect(parse(text, chunk: 3) == whole)
        }
    }

    @Test func `Generated files are parsed back to their records`() {
        var generator = SplitMix64(seed: 6)
        let characters = Array("ab,\"\n\r ё")
        for _ in 0..<500 {
            let rows = (1...3).map { _ in
                (0..<3).map { _ in
                    "x" + String((0..<5).map { _ in characters.randomElement(using: &generator) ?? "a" })
                }
            }
            let text = rows.map { row in
                row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\r\n"
            }.joined()
            let read = parse(text.utf8).map { $0.drop { $0 != " " }.dropFirst() }
            #expect(read.map(String.init) == rows.map { $0.joined(separator: "¦") })
        }
    }
}
