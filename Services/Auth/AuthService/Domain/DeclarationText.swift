import AuthContract
import Values

/// The declaration that a person makes to register.
struct DeclarationText: Sendable {
    /// The age in years that the person declares to have; 0 for none.
    var minimumAge = 0

    /// The version of the text; another one for each age, so that nobody registers with a text of another age.
    var version: DeclarationVersion {
        minimumAge == 0 ? Self.version : DeclarationVersion(unchecked: "\(Self.version.text)-age-\(minimumAge)")
    }

    /// Returns the text to confirm in a language.
    subscript(language: Language) -> String {
        minimumAge == 0 ? Self.text[language] : "\(Self.text[language]) \(Self.ageText(minimumAge)[language])"
    }

    private static func ageText(_ age: Int) -> UserText {
        let endsInOne = age % 10 == 1 && age % 100 != 11
        let isFew = (2...4).contains(age % 10) && !(12...14).contains(age % 100)
        return UserText(
            "I am at least \(age) years old.",
            ru: "Мне не меньше \(age) \(endsInOne ? "года" : "лет").",
            be: "Мне не менш за \(age) \(endsInOne ? "год" : isFew ? "гады" : "гадоў").")
    }

    /// The version of the text in all languages; a new one whenever the text changes.
    ///
    /// The example of ``DeclarationVersion`` follows it, so that examples can be sent as they are.
    static let version = DeclarationVersion(unchecked: "2026-11")
    static let text = UserText(
        """
        I declare that I am not a member of a government military structure: I neither serve nor work in the armed \
        forces or in any other military organisation of a state. I understand that my account will be closed if this \
        declaration is false.
        """,
        ru: """
            Я заявляю, что не состою в государственной военной структуре: не служу и не работаю ни в вооружённых силах, \
            ни в другой военной организации какого-либо государства. Я понимаю, что, если это заявление ложно, моя \
            учётная запись будет закрыта.
            """,
        be: """
            Я заяўляю, што не ўваходжу ў дзяржаўную ваенную структуру: не служу і не працую ні ва ўзброеных сілах, ні ў \
            іншай ваеннай арганізацыі якой-небудзь дзяржавы. Я разумею, што, калі гэта заява непраўдзівая, мой уліковы \
            запіс будзе закрыты.
            """)
}
