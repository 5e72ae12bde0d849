import AuthContract
import Testing
import Values

@Suite struct PhoneNumberTests {
    @Test(arguments: [
        "+375291234567", "+375 29 123-45-67", " +375 (29) 123.45.67 ", "00375291234567",
        "+375\u{A0}29\u{2011}1234567", "8 029 123-45-67", "8(029)1234567", "80291234567", "029 123 45 67",
        "375291234567", "375 29 123-45-67",
    ])
    func `A number is recognized in every notation`(_ text: String) {
        #expect(PhoneNumber(text)?.text == "+375291234567")
    }

    @Test(arguments: [
        "", "+", "29 123-45-67", "8029123456", "802912345678", "37529123456", "89161234567", "+0375291234",
        "+37529123456", "+3752912345678", "+1234567",
        "+1234567890123456", "+37529123456a", "+375291234567;ext=1", "++375291234567", "+٣٧٥٢٩١٢٣٤٥٦٧",
    ])
    func `A number without a country code, or of the wrong length, is refused`(_ text: String) {
        #expect(PhoneNumber(text) == nil)
    }

    @Test func `Numbers of other countries have 8 to 15 digits`() {
        #expect(PhoneNumber("+4930123456")?.text == "+4930123456")
        #expect(PhoneNumber("+12345678")?.text == "+12345678")
        #expect(PhoneNumber("+123456789012345")?.text == "+123456789012345")
    }

    @Test func `An account name is an id, an e-mail address or a number`() throws {
        #expect(AccountName(" Ada@Example.org ")?.kind == .email(try #require(EmailAddress("ada@example.org"))))
        #expect(AccountName("00375 29 1234567")?.text == "+375291234567")
        let id = "019ab3c4-5d6e-7f80-9123-456789abcdef"
        #expect(AccountName(id.uppercased())?.kind == .id(try #require(Identifier(id))))
        for text in ["", "ada", "291234567", "019ab3c4"] { #expect(AccountName(text) == nil, "\(text)") }
    }
}
