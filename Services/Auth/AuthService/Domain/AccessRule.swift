import AuthContract
import Values

/// The subject of a rule, checked and in one form.
enum RuleSubject: Hashable, Sendable {
    /// The addresses in a domain and all domains below it.
    case domain(DomainName)
    /// The telephone numbers with a prefix, such as `+37517`.
    case phone(String)
    /// The network addresses in a network.
    case network(NetworkPrefix)
    /// One account, by its id, or whoever has an e-mail address or a telephone number.
    case account(AccountName)

    /// Reads a subject; returns `nil` for a text that does not fit the kind.
    init?(_ kind: Auth.RuleKind, _ text: String) {
        switch kind {
        case .domain:
            guard let name = DomainName(text) else { return nil }
            self = .domain(name)
        case .phone:
            guard let prefix = Self.phonePrefix(text) else { return nil }
            self = .phone(prefix)
        case .network:
            guard let network = NetworkPrefix(text) else { return nil }
            self = .network(network)
        case .account:
            guard let name = AccountName(text) else { return nil }
            self = .account(name)
        }
    }

    var kind: Auth.RuleKind {
        switch self {
        case .domain: .domain
        case .phone: .phone
        case .network: .network
        case .account: .account
        }
    }

    var text: String {
        switch self {
        case .domain(let name): name.text
        case .phone(let prefix): prefix
        case .network(let network): network.text
        case .account(let name): name.text
        }
    }

    /// The maximum number of digits of a telephone number in international form.
    static let phoneDigits = 15

    private static func phonePrefix(_ text: String) -> String? {
        let kept = PhoneNumber.normalized(text)
        let digits = kept.utf8.dropFirst()
        guard kept.hasPrefix("+"), (1...phoneDigits).contains(digits.count),
            digits.allSatisfy({ (48...57).contains($0) }), digits.first != UInt8(ascii: "0")
        else { return nil }
        return kept
    }
}

/// A rule on who may have an account.
struct AccessRule: Sendable, Equatable {
    /// The origin of a rule.
    enum Origin: Sendable, Equatable {
        /// The list that is part of the program.
        case bundled
        /// An administrator's decision.
        case administrator(Identifier?, at: Instant)
    }

    var subject: RuleSubject
    var action: Auth.RuleAction
    /// The reason or source, for administrators.
    var note: String
    var origin: Origin
}

/// The decision on one person or call, and the rule that made it.
struct AccessDecision: Sendable, Equatable {
    var action: Auth.RuleAction
    /// The rule that decided; `nil` if none applies.
    var rule: AccessRule?

    /// The decision without any rule.
    static let allowed = AccessDecision(action: .allow)
}

extension Auth.RuleAction {
    /// The order in which decisions of rules that cannot be compared beat each other.
    var strictness: Int {
        switch self {
        case .allow: 0
        case .review: 1
        case .deny: 2
        }
    }
}
