import AuthContract
import Testing
import Values

@testable import AuthService

@Suite struct PasswordGuessTests {
    private static let owner = PasswordOwner(
        Auth.User(
            id: Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef"),
            login: DisplayName(unchecked: "Ada Lovelace"),
            email: EmailAddress(unchecked: "kestrel.4@windmere.example"),
            phone: PhoneNumber(unchecked: "+375296318407"),
            firstName: PersonName(unchecked: "Марфа"), birthDate: BirthDate(unchecked: "1987-03-14"), roles: [],
            createdAt: Instant(milliseconds: 0), declarationVersion: DeclarationVersion(unchecked: "1")))

    private func weakness(_ password: String, owner: PasswordOwner = owner) -> PasswordWeakness? {
        PasswordRules().weakness(of: Password(unchecked: password), owner: owner)
    }

    @Test func `The lists of fingerprints are whole and in order`() {
        // Not as arguments, which a failed test would print.
        for list in [FrequentPasswords.passwords, FrequentPasswords.words] { expectWhole(list) }
    }

    private func expectWhole(_ list: FingerprintList) {
        let words = "\(list.text)".split { $0 == " " || $0 == "\n" }
        #expect(words.count >= 6_000)
        #expect(words.count * 8 == list.text.utf8CodeUnitCount)
        #expect(words.count == list.count)
        #expect(words.allSatisfy { $0.utf8.count == 7 })
        #expect(zip(words, words.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }

    @Test(arguments: [
        ("Summer2026!", PasswordWeakness.common), ("minsk2024", .personal), ("Qwerty123!", .keyboard),
        ("password", .common), ("PassWord!", .common), ("P@ssw0rd2026", .common), ("iloveyou", .common),
        ("Football2024!", .common), ("drowssap1", .common), ("Лето2026!", .common), ("Пароль123", .common),
        ("gfhjkm2026", .common), ("зфыыцщкв", .common), ("liubov1990", .common), ("princess", .common),
        ("Vokol-2026", .personal), ("belarus1", .personal), ("ада.lovelace", .personal),
        ("kestrel.4", .personal), ("kestrel.4@windmere.example", .personal), ("Lovelace87!", .personal),
        ("Marfa1987", .personal), ("296318407", .personal), ("14.03.1987", .personal),
        ("1qaz2wsx3edc", .common), ("1q2w3e4r5t", .keyboard), ("asdfghjkl;", .keyboard), ("йцукенгшщз", .keyboard),
        ("qazwsxedc", .common),
        ("aaaaaaaaaaaaaaaaaaaaaaaa", .repetitive), ("aabbaabbaabb", .repetitive), ("xkq7xkq7xkq7", .repetitive),
        ("zxzxzzxxzx", .repetitive), ("abcdefghijk", .sequence), ("98765432", .sequence), ("абвгдежз", .sequence),
        ("27.11.2026", .dated), ("19860401", .dated), ("01041986", .dated), ("2026-11-27", .dated),
        ("novembre", .short), ("смородин", .short), ("83920174", .short), ("kx7!qw", .short), (" password\n", .common),
    ])
    func `Passwords that attackers try early are refused, with the reason`(
        _ password: String, _ expected: PasswordWeakness
    ) {
        #expect(weakness(password) == expected, "\(password)")
    }

    @Test(arguments: ["         ", "\u{200B}\u{200B}\u{200B}", "password\u{0}", "", "й"])
    func `Empty and invisible passwords are refused, too`(_ password: String) {
        #expect(weakness(password) != nil)
    }

    @Test(arguments: [
        "correct horse battery", "correct horse battery staple", "a rare phrase 77", "пяць зялёных качак",
        "k7$Rq2!x", "近くの美術館はどこですか", "my vokol password is long", "мой ёж і ўсё", "trombone-Kilowatt-9",
        "Lovelace wrote 3 programs", "жёлтый трамвай едет в депо", "phrase of 7 3",
    ])
    func `Pass phrases and random passwords are accepted, in any characters`(_ password: String) {
        #expect(weakness(password) == nil, "\(password)")
    }

    @Test func `Words about the owner count for this owner only`() {
        #expect(weakness("windmere-kestrel") == .personal)
        #expect(weakness("windmere-kestrel", owner: PasswordOwner()) == nil)
    }

    @Test(arguments: ["w1ndm3r3-k3$tr3l", "lertsek-eremdniw", "цштвьуку-луыекуд"])
    func `Words about the owner count with digits for letters, backwards, and on another keyboard`(_ password: String) {
        #expect(weakness(password) == .personal, "\(password)")
        #expect(weakness(password, owner: PasswordOwner()) == nil, "\(password)")
    }

    @Test func `A short login may be part of an ordinary word`() {
        let email = EmailAddress(unchecked: "x@example.org")
        func owner(_ login: String) -> PasswordOwner {
            PasswordOwner(login: DisplayName(unchecked: login), email: email)
        }
        #expect(weakness("galvanotropic", owner: owner("al")) == nil)
        #expect(weakness("galvanotropic", owner: owner("galvanotrop")) == .personal)
    }

    @Test func `The setting decides how many guesses a password must withstand`() {
        let password = Password(unchecked: "k7$Rq2!x")
        #expect(PasswordRules(minimumGuesses: 9).weakness(of: password) == nil)
        #expect(PasswordRules(minimumGuesses: 12).weakness(of: password) == .short)
    }

    @Test func `Each part of a password adds to the guesses`() {
        let words = GuessWords(personal: [])
        let parts = [
            "summer", "summer2026", "Summer2026", "Summer2026!", "Summer2026! velvet", "Summer2026! velvet owl",
        ]
        let guesses = parts.map { GuessEstimate(of: $0, words: words).guesses }
        #expect(zip(guesses, guesses.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `One more repetition and a usual ending add little, any other character more`() {
        let words = GuessWords(personal: [])
        func added(by longer: String, to shorter: String) -> Double {
            GuessEstimate(of: longer, words: words).guesses - GuessEstimate(of: shorter, words: words).guesses
        }
        let repeated = added(by: "xkq7xkq7xkq7", to: "xkq7xkq7")
        #expect(repeated > 0 && repeated < 0.5)
        #expect(added(by: "kxqz7r!", to: "kxqz7r") < 0.8)
        #expect(added(by: "kxqz7r~", to: "kxqz7r") > 1)
    }

    @Test func `The longest password has one estimate, whatever it repeats`() {
        for unit in ["a", "ab", "qwerty", "1987", "z\u{1F426}"] {
            let text = String(String(repeating: unit, count: 128).prefix(128))
            #expect(weakness(text) != nil, "\(unit)")
        }
        #expect(weakness(String((0..<128).map { Character(Unicode.Scalar(UInt8(33 + $0 * 37 % 89))) })) == nil)
    }

    @Test func `Each weakness has its own rule`() {
        #expect(Set(PasswordWeakness.allCases.map(\.fault.rule)).count == PasswordWeakness.allCases.count)
    }

    @Test func `A letter typed as one or two code points is the same`() {
        for (composed, decomposed) in [("й", "и\u{306}"), ("ё", "е\u{308}"), ("ў", "у\u{306}"), ("é", "e\u{301}")] {
            #expect(decomposed.normalizedBytes == Array(composed.utf8))
            #expect(composed.normalizedBytes == Array(composed.utf8))
        }
        #expect("plain ﬁ".normalizedBytes == Array("plain ﬁ".utf8))
    }
}
