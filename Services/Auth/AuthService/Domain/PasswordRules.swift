import AuthContract
import Values

/// Rejects passwords that are easy to guess.
///
/// There are no composition rules: they make passwords worse (NIST SP 800-63B, OWASP ASVS 6.2.5).
struct PasswordRules: Sendable {
    /// The decimal logarithm of the guesses that a password must withstand.
    var minimumGuesses = 9.0

    /// Returns why a password is too easy to guess for its owner; `nil` if it is not.
    func weakness(of password: Password, owner: PasswordOwner = PasswordOwner()) -> PasswordWeakness? {
        let estimate = GuessEstimate(of: password.text, words: GuessWords(personal: owner.words))
        return estimate.guesses < minimumGuesses ? estimate.weakness : nil
    }
}

/// The words that an attacker may know of a password's owner.
struct PasswordOwner: Sendable {
    /// The words about the owner, in lower case.
    private(set) var words: [String] = []

    /// The length from which a part of a name counts, and of the digits of a number.
    private static let shortestName = 3
    private static let shortestDigits = 4

    /// An owner of whom nothing is known.
    init() {}

    init(login: DisplayName, email: EmailAddress) {
        add(login.text)
        add(email)
    }

    init(_ user: Auth.User) {
        add(user.login.text)
        for name in [user.firstName, user.lastName].compactMap(\.self) { add(name.text) }
        for email in [user.email, user.contactEmail].compactMap(\.self) { add(email) }
        if let phone = user.phone { addDigits(phone.text) }
        if let birthDate = user.birthDate { add(birthDate) }
    }

    /// Adds an address that is not the account's yet.
    mutating func add(_ email: EmailAddress) {
        words.append(email.text.lowercased())
        add(String(email.text.prefix { $0 != "@" }))
        // Labels such as "com" say nothing.
        words += email.text.split { "@.".contains($0) }.map { $0.lowercased() }.filter { $0.count > 3 }
    }

    private mutating func add(_ name: String) {
        let name = name.lowercased()
        let parts = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        words += ([name, parts.joined()] + parts).filter { $0.count >= Self.shortestName }
    }

    private mutating func addDigits(_ text: String) {
        let digits = Array(text.filter(\.isNumber).prefix(16))
        for start in digits.indices {
            for end in digits.indices where end - start + 1 >= Self.shortestDigits {
                words.append(String(digits[start...end]))
            }
        }
    }

    /// Adds a date of birth as people write it.
    private mutating func add(_ date: BirthDate) {
        let parts = date.text.split(separator: "-").map(String.init)
        guard parts.count == 3 else { return }
        let (year, month, day) = (parts[0], parts[1], parts[2])
        words += [
            year, day + month, month + day, day + month + year, year + month + day, day + month + year.suffix(2),
            "\(day).\(month).\(year)",
        ]
    }
}
