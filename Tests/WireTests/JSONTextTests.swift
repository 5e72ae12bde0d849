import Testing
import Wire

@Suite struct JSONTextTests {
    private func unescaped(_ raw: String) -> String { Array(raw.utf8).withUnsafeBytes { JSONText.unescaped($0) } }

    @Test(arguments: [
        ("abc", "abc"), (#"a\"b\\c\/d"#, "a\"b\\c/d"), (#"\b\f\n\r\t"#, "\u{8}\u{C}\n\r\t"),
        (#"\u0041\u00e9"#, "Aé"), (#"\ud83c\udff0x\u0434"#, "🏰xд"), ("д\\u0434д", "ддд"), ("", ""),
    ])
    func `Escapes in a string are resolved`(raw: String, text: String) {
        #expect(unescaped(raw) == text)
    }

    @Test(arguments: [#"\"#, #"\x"#, #"\u12"#, #"\u12g4"#, #"a\u"#, #"\ud800"#, #"\ud800\"#, #"\ud800\u"#])
    func `A malformed escape gives some text, and no byte beyond the content is read`(raw: String) throws {
        let memory = try GuardedBytes()
        let text = withExtendedLifetime(memory) { JSONText.unescaped(UnsafeRawBufferPointer(memory.place(raw.utf8))) }
        #expect(text.unicodeScalars.count <= raw.utf8.count)
    }

    @Test func `A pointer escapes the two characters that it uses`() {
        #expect(JSONPointer.appending("a/b~c", to: "/d") == "/d/a~1b~0c")
        #expect(JSONPointer.appending("", to: "") == "/")
    }
}
