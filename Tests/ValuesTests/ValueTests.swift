import AuthContract
import BookingContract
import Contract
import Foundation
import MuseumsContract
import Testing
import Values
import Wire

@Suite struct ValueTests {
    private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
        try Array(json.utf8).withUnsafeBytes { try JSONCoding.decode(type, from: $0) }
    }

    @Test func `Instants are written and read as by Foundation`() throws {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<500 {
            let milliseconds = Int64.random(in: Instant.range, using: &generator) / 1000 * 1000
            let instant = Instant(milliseconds: milliseconds)
            let expected = Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(.iso8601)
            if milliseconds >= -12_219_292_800_000 { #expect(instant.description == expected) }
            #expect(Instant(instant.description) == instant)
        }
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T03:00:00+03:00", 0), ("1969-12-31T23:59:59.999Z", -1),
            ("2024-02-29T00:00:00.5Z", 1_709_164_800_500), ("1970-01-01T00:00:00.123456789Z", 123),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000),
        ] as [(String, Int64)])
    func `Instants accept RFC 3339 with offsets and fractions`(text: String, milliseconds: Int64) {
        #expect(Instant(text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2024-13-01T00:00:00Z", "2024-01-01T24:00:00Z",
        "2024-01-01 00:00:00Z", "2024-01-01T00:00:00", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00+0300",
        "24-01-01T00:00:00Z", "2024-01-01T00:00:00Z ", "2024-01-01T00:61:00Z",
    ])
    func `Instants refuse anything but RFC 3339`(text: String) {
        #expect(Instant(text) == nil)
    }

    @Test(
        arguments: [
            ("\u{0}", false, false), ("\n", true, true), ("\r", false, true), ("\t", false, true),
            ("\u{1B}", false, true), ("\u{7F}", false, true), ("\u{9F}", false, true), ("\u{A0}", true, true),
        ] as [(String, Bool, Bool)])
    func `Texts refuse control characters, notes allow line feeds, and passwords all but NUL`(
        text: String, isInNotes: Bool, isInPasswords: Bool
    ) {
        let text = "before\(text)after"
        #expect((NoteText(text) != nil) == isInNotes)
        #expect((Password(text) != nil) == isInPasswords)
        #expect((PasswordAttempt(text) != nil) == isInPasswords)
        #expect((CustomerName(text) != nil) == text.hasPrefix("before\u{A0}"))
        #expect((SearchText(text) != nil) == text.hasPrefix("before\u{A0}"))
    }

    /// Tests a text against the documented schema of a type.
    private func isDescribed<Value: TextValue>(_ text: String, by type: Value.Type) throws -> Bool {
        var recorder = SchemaRecorder()
        _ = try recorder.schema(of: Value.self)
        let schema = try #require(recorder.components[SchemaRecorder.componentName(of: Value.self)])
        let pattern = try Regex(try #require(schema["pattern"]?.text))
        guard case .integer(let most)? = schema["maxLength"], case .integer(let least)? = schema["minLength"] else {
            Issue.record("no lengths")
            return false
        }
        let length = text.unicodeScalars.count
        return try (least...most).contains(length) && pattern.wholeMatch(in: text) != nil
    }

    @Test
    func `Countries, telephone numbers and codes are accepted exactly as their schemas describe`()
        throws
    {
        var generator = SplitMix64(seed: 11)
        func text(of letters: String, _ lengths: ClosedRange<Int>) -> String {
            String(
                (0..<Int.random(in: lengths, using: &generator)).compactMap { _ in
                    letters.randomElement(using: &generator)
                })
        }
        var taken = [0, 0, 0]
        for _ in 0..<4_000 {
            let country = text(of: "bYéß1 ", 1...3)
            #expect(try isDescribed(country, by: CountryCode.self) == (CountryCode(country) != nil), "\(country)")
            taken[0] += CountryCode(country) == nil ? 0 : 1
            // No numbers of Belarus, because the description gives their length only in words.
            let phone =
                ["+", "00", " +", "0 0", "(+", "", "-"].randomElement(using: &generator)!
                + text(of: "012468- .()‑–\u{A0}", 7...24)
            #expect(try isDescribed(phone, by: PhoneNumber.self) == (PhoneNumber(phone) != nil), "\(phone)")
            taken[1] += PhoneNumber(phone) == nil ? 0 : 1
            let code = text(of: " ", 0...1) + text(of: "0123456789", 5...7) + text(of: " \u{A0}", 0...2)
            #expect(try isDescribed(code, by: OneTimeCode.self) == (OneTimeCode(code) != nil), "\(code)")
            taken[2] += OneTimeCode(code) == nil ? 0 : 1
        }
        #expect(taken.allSatisfy { $0 > 100 }, "\(taken)")
        #expect(CountryCode("by")?.text == "BY")
        #expect(try isDescribed("00 375 (29) 123-45-67", by: PhoneNumber.self))
        let padded = "+375291234567" + String(repeating: " ", count: 36)
        #expect(try PhoneNumber(padded) == nil && !isDescribed(padded, by: PhoneNumber.self))
        #expect(throws: JSONDecodingFailure.self) { try decode(PhoneNumber.self, "\"\(padded)\"") }
    }

    @Test func `E-mail addresses and accounts are accepted exactly as their schemas describe`() throws {
        var generator = SplitMix64(seed: 12)
        func text(of letters: String, _ lengths: ClosedRange<Int>) -> String {
            String(
                (0..<Int.random(in: lengths, using: &generator)).map { _ in letters.randomElement(using: &generator)! })
        }
        var taken = 0
        for _ in 0..<4_000 {
            let email = text(of: "aaaZ7-.+,", 1...3) + text(of: "@@@@@@@@@.", 1...1) + text(of: "aaazé7-.._ ", 2...6)
            #expect(try isDescribed(email, by: EmailAddress.self) == (EmailAddress(email) != nil), "\(email)")
            #expect(try isDescribed(email, by: AccountName.self) == (AccountName(email) != nil), "\(email)")
            taken += EmailAddress(email) == nil ? 0 : 1
        }
        #expect(taken > 100)
        for account in [
            " ada@example.org ", "019AB3C4-5d6e-7f80-9123-456789abcdef", " +375 29 123-45-67", "ada", "12345", "ada@",
            "019ab3c4-5d6e-7f80-9123-456789abcde", "+375 29 123-45-67 x",
        ] {
            #expect(try isDescribed(account, by: AccountName.self) == (AccountName(account) != nil), "\(account)")
        }
    }

    @Test func `A place of another JSON type is refused with the expected form`() throws {
        for json in [#""53,27""#, "[53,27]"] {
            let failure = #expect(throws: JSONDecodingFailure.self) { try decode(Location.self, json) }
            #expect(
                failure?.problems.map(\.detail) == [#"must be an object such as {"latitude":53.9,"longitude":27.56}"#])
        }
        #expect(try decode(Location.self, #"{"latitude":53,"longitude":27}"#).longitude.value == 27)
    }

    @Test func `Base64 agrees with Foundation in both alphabets and has one spelling per value`() {
        var generator = SplitMix64(seed: 3)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let text = Base64URL.encode(bytes)
            let expected = Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
                .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
            #expect(text == expected)
            #expect(Base64URL.decode(text) == bytes)
            #expect(Base64.encode(bytes) == Data(bytes).base64EncodedString())
            #expect(Base64.decode(unpadded: Base64.encode(bytes, isPadded: false)) == bytes)
        }
        for bad in ["A", "AB=", "AB==", "A+", "A/", "AB\n", "AR", "AAB"] {
            #expect(Base64URL.decode(bad) == nil, "\(bad)")
        }
        for bad in ["A", "AB==", "A-", "A_", "AR"] { #expect(Base64.decode(unpadded: bad) == nil, "\(bad)") }
    }

    @Test func `Hexadecimal digits survive a round trip, and other text is refused`() {
        #expect(Hex.encode([0, 255, 16]) == "00ff10")
        #expect(Hex.decode("00FF10") == [0, 255, 16])
        #expect(Hex.decode("0") == nil)
        #expect(Hex.decode("0g") == nil)
    }

    @Test func `UUIDs of version 7 sort by time and carry version and variant`() {
        var generator = SplitMix64(seed: 1)
        let earlier = UUIDv7.make(milliseconds: 1_700_000_000_000, using: &generator)
        let later = UUIDv7.make(milliseconds: 1_700_000_000_001, using: &generator)
        #expect(earlier < later)
        #expect(UUIDv7.isWellFormed(earlier))
        #expect(earlier.dropFirst(14).first == "7")
        #expect("89ab".contains(earlier.dropFirst(19).first ?? " "))
        #expect(UUID(uuidString: earlier) != nil)
    }

    @Test(arguments: [
        "ada@example.org", " Ada@Example.ORG ", "a.b+c@sub.example.by", "я@почта.бел", "o'neil@example.ie",
    ])
    func `E-mail addresses are accepted as people type them`(text: String) throws {
        let email = try #require(EmailAddress(text))
        #expect(email.text == text.trimmingCharacters(in: .whitespaces).lowercased())
    }

    @Test(arguments: [
        "", "ada", "ada@", "@example.org", "ada@example", "a@b@example.org", "a b@example.org", ".a@example.org",
        "a..b@example.org", "a@-example.org", "a@example..org", "a@exa mple.org", "a\r\nBcc:x@example.org",
        "a@example.org\u{0}", "\"a\"@example.org",
        "a\u{200B}b@example.org", "a\u{202E}b@example.org", "a@²³.cd", "a@b.١٢", "a@127.0.0.1",
    ])
    func `Invalid e-mail addresses are refused`(text: String) { #expect(EmailAddress(text) == nil) }

    @Test func `A value out of its range is refused with the range`() {
        #expect(throws: JSONDecodingFailure.self) { try decode(PageLimit.self, "101") }
        #expect(throws: JSONDecodingFailure.self) { try decode(PageLimit.self, "0") }
        #expect(throws: JSONDecodingFailure.self) { try decode(Latitude.self, "90.5") }
        do {
            _ = try decode(PageLimit.self, "101")
        } catch {
            #expect((error as? JSONDecodingFailure)?.problems.first?.detail == "must be from 1 to 100")
        }
    }

    @Test func `A bounding box may cross the antimeridian but not be upside down`() throws {
        let box = try decode(BoundingBox.self, "[170,-10,-170,10]")
        #expect(box.west.value == 170 && box.east.value == -170)
        #expect(throws: JSONDecodingFailure.self) { try decode(BoundingBox.self, "[0,10,1,-10]") }
        #expect(throws: JSONDecodingFailure.self) { try decode(BoundingBox.self, "[0,0,1]") }
        #expect(throws: JSONDecodingFailure.self) { try decode(BoundingBox.self, "[181,0,1,1]") }
    }

    @Test func `Secrets are hidden when printed`() {
        #expect("\(Password(unchecked: "hunter22"))" == "(password)")
        #expect("\(OneTimeCode(unchecked: "123456"))" == "(code)")
        #expect("\(RefreshToken(unchecked: "x"))" == "(refresh token)")
    }

    @Test(arguments: [
        ("be", Language.belarusian), ("ru-RU", .russian), ("de, be;q=0.5, ru;q=0.9", .russian),
        ("fr-FR,fr;q=0.9", .english), ("", .english), ("be;q=0, ru", .russian), ("en-GB,ru;q=0.9", .english),
        ("ru-RU,ru;q=0.9,be;q=0.95", .russian), ("RU_ru", .russian), (" be ; q=1 ", .belarusian),
        ("en;q=0.5, be;q=0.501, ru;q=0.5009", .belarusian), ("ru;q=2, be;q=0.9", .russian), ("ru;q=0.x,be", .russian),
        ("rus, be;q=0.1", .belarusian), ("en;q=0.9;level=1,ru;q=0.95", .russian), (",,ru", .russian),
        ("\(String(repeating: "de,", count: 16))ru", .english),
    ])
    func `The best of our languages is chosen for a list of preferences`(list: String, expected: Language) {
        #expect(Language(acceptLanguage: list) == expected)
    }

    @Test func `Languages fall back from Belarusian over Russian to English`() {
        #expect(Language.belarusian.fallbacks == [.belarusian, .russian, .english])
    }
}
