import AuthContract
import Values

/// The declaration that a person makes to register.
enum DeclarationText {
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
