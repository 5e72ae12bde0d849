import AuthContract
import Contract
import RPC
import Values

/// Refuses new passwords that are easy to guess, or known from data breaches.
struct PasswordCheck: Sendable {
    var rules = PasswordRules()
    /// The passwords from data breaches, if an operator provides them.
    var breached: BreachedPasswords?

    /// Throws `password-common`, with the weakness as a fault, unless a password may be used.
    func callAsFunction(_ password: Password, owner: PasswordOwner = PasswordOwner()) throws(RPCError) {
        if let weakness = rules.weakness(of: password, owner: owner) { throw RPCError.passwordWeak(weakness) }
        if breached?.contains(password) == true { throw RPCError.passwordWeak(.breached) }
    }
}

extension PasswordWeakness {
    /// The weakness in words, with what to do instead.
    var fault: ValueFault {
        switch self {
        case .short:
            ValueFault(
                "guessable",
                UserText(
                    "is too short: add characters, or use several unrelated words",
                    ru: "слишком короткий: добавьте символы или возьмите несколько не связанных между собой слов",
                    be: "занадта кароткі: дадайце сімвалы або вазьміце некалькі не звязаных паміж сабой слоў"))
        case .common:
            ValueFault(
                "common",
                UserText(
                    "contains words that many people use: use several unrelated words",
                    ru: "содержит слова, которые выбирают многие: возьмите несколько не связанных между собой слов",
                    be: "змяшчае словы, якія выбіраюць многія: вазьміце некалькі не звязаных паміж сабой слоў"))
        case .personal:
            ValueFault(
                "personal",
                UserText(
                    "contains your data, or a word about Vokol or the city: use words that nobody connects with you",
                    ru: "содержит ваши данные, название Vokol или города: возьмите слова, которые с вами не связаны",
                    be: "змяшчае вашы даныя, назву Vokol або горада: вазьміце словы, якія з вамі не звязаны"))
        case .keyboard:
            ValueFault(
                "keyboard",
                UserText(
                    "follows neighbouring keys: use several unrelated words",
                    ru: "набирается соседними клавишами: возьмите несколько не связанных между собой слов",
                    be: "набіраецца суседнімі клавішамі: вазьміце некалькі не звязаных паміж сабой слоў"))
        case .repetitive:
            ValueFault(
                "repetitive",
                UserText(
                    "repeats itself: use several unrelated words",
                    ru: "состоит из повторений: возьмите несколько не связанных между собой слов",
                    be: "складаецца з паўтораў: вазьміце некалькі не звязаных паміж сабой слоў"))
        case .sequence:
            ValueFault(
                "sequence",
                UserText(
                    "contains characters in order, such as abcd or 1234: mix them, or use several words",
                    ru: "содержит символы по порядку, как abcd или 1234: перемешайте их или возьмите несколько слов",
                    be: "змяшчае сімвалы па парадку, як abcd або 1234: перамяшайце іх або вазьміце некалькі слоў"))
        case .dated:
            ValueFault(
                "dated",
                UserText(
                    "contains a date or a year, which is easy to guess: use several words instead",
                    ru: "содержит дату или год, их легко угадать: возьмите вместо них несколько слов",
                    be: "змяшчае дату або год, іх лёгка адгадаць: вазьміце замест іх некалькі слоў"))
        case .breached:
            ValueFault(
                "breached",
                UserText(
                    "appeared in a data breach at another site: use one that you use nowhere else",
                    ru: "стал известен из-за утечки данных на другом сайте: выберите тот, который нигде не используете",
                    be: "стаў вядомы праз уцечку даных на іншым сайце: выберыце той, які нідзе не выкарыстоўваеце"))
        }
    }
}
