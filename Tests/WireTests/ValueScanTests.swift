import Testing
import Wire

@Suite
struct ValueScanTests {
    let scanner: GuardedScanner

    init() throws {
        scanner = try GuardedScanner()
    }

    @Test(arguments: [
        "0", "-0", "1", "-1", "10", "0.5", "-0.5e10", "1E+5", "1e-5", "1e999", "123456789012345678901234567890",
        "true", "false", "null", #""""#, #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u0000\u001F\uFFFF\uabCD""#,
        #""\ud83d\ude00""#, #""\uD800\uDC00\uDBFF\uDFFF""#, "\"\u{7F}\"", "\"\u{2028}\u{FEFF}\"", "\"\u{10FFFF}\"",
        "[]", "[ ]", "[1]", "[1,2]", "[[],{}]", "{}", "{ }", #"{"a":1}"#, #"{"":{}}"#, #"{"a":1,"a":2}"#,
        #"{"a":[{"b":[null]}],"c":{}}"#,
    ])
    func `Every form of RFC 8259 is accepted`(text: String) throws {
        #expect(scanner.value(text).envelope == 0..<text.utf8.count)
        #expect(scanner.value(" \t\(text) \t").envelope == 2..<(2 + text.utf8.count))
        #expect(scanner.value("[\(text)]").error == nil)
        #expect(scanner.value(#"{"m":\#(text)}"#).error == nil)
    }

    @Test(arguments: [
        "", " ", "\n", "-", "+1", "01", "-01", "00", "1.", ".5", "1.e5", "1e", "1e+", "1.5e", "0x10", "1_000", "1a",
        "NaN", "Infinity", "nul", "nulll", "True", "tru", "falsey", "'a'", #"""#, #""a"#, #""\"#, #""\""#,
        #""\x""#, #""\u""#, #""\u12""#, #""\u123""#, #""\u12G4""#, #""\U0041""#,
        #""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\u0041""#, #""\ud800\ud800""#,
        #""\ud83d\ude0""#, "\"\u{0}\"", "\"\u{1F}\"", "\"\n\"", "\"a\r\"", "\"\t\"",
        "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1 2]", "[1}", "{", "}", #"{"a""#, #"{"a":"#, #"{"a":1"#,
        #"{"a":1,"#, #"{"a":1,}"#, #"{,}"#, #"{"a"}"#, #"{"a" 1}"#, #"{"a":}"#, #"{a:1}"#, #"{1:1}"#, #"{"a":1]"#,
        #"{"a":[}"#, #"{"a":1 "b":2}"#, #"{"a"::1}"#, #"{"a":1}}"#, "1 1", "{}{}", "{},", "null,", "[]]",
        "\u{FEFF}1", "\u{A0}1", "1\u{C}", "1\u{0}", "\u{0}", "/* */1", "1//", "é",
    ])
    func `Everything else is refused as broken JSON`(text: String) {
        let error = scanner.value(text).error
        #expect(error?.kind == .json)
        #expect(error.map { $0.offset >= 0 && $0.offset <= text.utf8.count } == true)
        #expect(scanner.value("[\(text)]").error != nil || text.allSatisfy { $0 == " " || $0 == "\n" })
    }

    @Test(
        arguments: [
            ([0xC3, 0xA9], true), ([0xD0, 0xAF], true), ([0xDF, 0xBF], true), ([0xE0, 0xA0, 0x80], true),
            ([0xED, 0x9F, 0xBF], true), ([0xEE, 0x80, 0x80], true), ([0xEF, 0xBF, 0xBF], true),
            ([0xF0, 0x90, 0x80, 0x80], true), ([0xF4, 0x8F, 0xBF, 0xBF], true),
            ([0x80], false), ([0xBF], false), ([0xC0, 0x80], false), ([0xC1, 0xBF], false), ([0xC3], false),
            ([0xC3, 0x28], false), ([0xC3, 0xC3], false), ([0xE0, 0x80, 0x80], false), ([0xE0, 0x9F, 0xBF], false),
            ([0xE2, 0x82], false), ([0xE2, 0x28, 0xA1], false), ([0xE2, 0x82, 0x28], false),
            ([0xED, 0xA0, 0x80], false),
            ([0xED, 0xBF, 0xBF], false), ([0xF0, 0x80, 0x80, 0x80], false), ([0xF0, 0x8F, 0xBF, 0xBF], false),
            ([0xF0, 0x9F, 0x98], false), ([0xF4, 0x90, 0x80, 0x80], false), ([0xF5, 0x80, 0x80, 0x80], false),
            ([0xFE], false), ([0xFF], false),
        ] as [([UInt8], Bool)])
    func `Strings are strict UTF-8 at every offset within a word`(sequence: [UInt8], isValid: Bool) {
        for before in 0..<18 {
            for (left, right) in [("x", "xx"), ("я", "я"), ("", "яяяя"), ("яя", "яя"), ("яяя", "😀")] {
                let head = [UInt8](repeating: 0x61, count: before) + Array(left.utf8)
                let error = scanner.value([0x22] + head + sequence + Array(right.utf8) + [0x22]).error
                #expect(error?.kind == (isValid ? nil : .utf8), "\(before) \(left)")
                if !isValid { #expect(error?.offset == 1 + head.count) }
            }
        }
    }

    @Test func `The end or fault of a string is found at every position of a long text`() {
        for before in 0..<80 {
            for after in [0, 1, 7, 8, 31, 32, 33, 70] {
                let (head, tail) = ([UInt8](repeating: 0x7F, count: before), [UInt8](repeating: 0x20, count: after))
                for stop in [0x00, 0x1F, 0x80, 0xFF] as [UInt8] {
                    let error = scanner.value([0x22] + head + [stop] + tail + [0x22]).error
                    #expect(error?.kind == (stop < 0x80 ? .json : .utf8) && error?.offset == 1 + before)
                }
                let escaped = [0x22] + head + [0x5C, 0x5C] + tail + [0x22]
                #expect(scanner.value(escaped).envelope == 0..<escaped.count)
                let ended = scanner.value([0x22] + head + [0x22] + tail + [0x22]).error
                #expect(ended?.kind == .json && (ended?.offset ?? 0) > 1 + before)
            }
        }
    }

    @Test func `A line cut at any point is broken JSON or UTF-8, and no byte behind its end is read`() {
        let line = Array(
            #"{"jsonrpc":"2.0","id":1,"method":"a.b","params":{"q":"я😀\u00e9\ud83d\ude00é","n":-1.5e+7}}"#.utf8)
        #expect(scanner.request(line).error == nil)
        for count in 0..<line.count {
            let error = scanner.request(line.prefix(count)).error
            #expect(error?.kind == .json || error?.kind == .utf8)
            #expect(error?.id == nil)
        }
    }

    @Test func `Line breaks between tokens become spaces, and nothing else changes`() throws {
        let text = "\r\n{\n\"jsonrpc\"\r:\n\"2.0\",\n\"method\":\"a.b\",\"params\":{\r\n \"x\" : [ 1 ,\n2\n]\r}\n}\r\n"
        let line = scanner.request(text)
        let spaced = text.replacing("\r\n", with: "  ").replacing("\n", with: " ").replacing("\r", with: " ")
        #expect(line.bytes == Array(spaced.utf8))
        #expect(line.text(line.envelope?.params) == "{   \"x\" : [ 1 , 2 ] }")
        let escaped = #"{"jsonrpc":"2.0","method":"a.b","params":{"x":"\r\n"}}"#
        #expect(scanner.request(escaped).bytes == Array(escaped.utf8))
    }

    @Test(arguments: ["[", #"{"a":"#, #"[{"a":"#])
    func `Nesting beyond the limit is refused with any brackets`(opening: String) {
        let levels = opening.utf8.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
        let closing = String(opening.reversed().compactMap { $0 == "[" ? "]" : $0 == "{" ? "}" : nil })
        let most = 32 / levels
        func nested(_ count: Int) -> String {
            String(repeating: opening, count: count) + "0" + String(repeating: closing, count: count)
        }
        #expect(scanner.value(nested(most), depth: 32).error == nil)
        #expect(scanner.value(nested(most + 1), depth: 32).error?.kind == .depth)
        #expect(scanner.value(nested(64 / levels), depth: 64).error == nil)
        #expect(scanner.value(nested(64 / levels + 1), depth: 64).error?.kind == .depth)
        #expect(scanner.value(String(repeating: opening, count: 10_000)).error?.kind == .depth)
    }

    @Test func `A bracket must be closed by its own kind at every depth`() {
        for depth in 1...63 {
            let opening = (0..<depth).map { $0 % 3 == 0 ? #"{"a":"# : "[" }.joined()
            let closing = (0..<depth).reversed().map { $0 % 3 == 0 ? "}" : "]" }
            #expect(scanner.value(opening + "1" + closing.joined()).error == nil)
            for wrong in 0..<depth {
                var closing = closing
                closing[wrong] = closing[wrong] == "}" ? "]" : "}"
                #expect(scanner.value(opening + "1" + closing.joined()).error?.kind == .json)
            }
        }
    }

    @Test func `Only an object passes if an object is required`() {
        #expect(scanner.value(" {} ", mustBeObject: true).envelope == 1..<3)
        #expect(scanner.value(" [] ", mustBeObject: true).error?.kind == .envelope)
        #expect(scanner.value("\"{}\"", mustBeObject: true).error?.kind == .envelope)
        #expect(scanner.value("[", mustBeObject: true).error?.kind == .json)
    }

    @Test func `A string of 64 KiB is scanned to its end`() {
        let text = String(repeating: "abcdefgя", count: 7_281)
        #expect(scanner.value("\"\(text)\"").envelope == 0..<(text.utf8.count + 2))
        #expect(scanner.value("\"\(text)\u{1}\"").error?.offset == text.utf8.count + 1)
        #expect(scanner.value("\"\(text)").error?.offset == text.utf8.count + 1)
    }

    @Test func `Quotes, backslashes and control characters are found at every offset within a word`() {
        for length in 0..<40 {
            let plain = String(repeating: "\u{7F}! #[]^~", count: 5).prefix(length)
            #expect(scanner.value("\"\(plain)\"").envelope == 0..<(length + 2))
            #expect(scanner.value("\"\(plain)\\n\(plain)\"").envelope == 0..<(2 * length + 4))
            for control in 0..<0x20 {
                let text = Array("\"\(plain)".utf8) + [UInt8(control)] + Array("\(plain)\"".utf8)
                #expect(scanner.value(text).error?.offset == length + 1)
            }
        }
    }
}
