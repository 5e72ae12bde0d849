import AuthContract
import Values

/// The properties of a person or a call that rules apply to, as far as they are known.
struct AccessTraits: Sendable {
    /// The account; `nil` before it is known.
    var account: Identifier?
    /// The address for signing in.
    var email: EmailAddress?
    /// The contact address, which nobody proved.
    var contactEmail: EmailAddress?
    var phone: PhoneNumber?
    /// The client's network address.
    var address: String?
}

/// All rules, indexed: a decision takes a few look-ups, however many rules there are.
///
/// A rule for the account itself decides alone. A contact address is the account's only against it: whoever could name
/// an allowed address would be let in. Otherwise the most specific rule of each kind counts: the domain with the
/// most labels, the longest prefix, the smallest network. Kinds cannot be compared, so the strictest of them decides:
/// an allowed telephone prefix does not open the door to a denied domain.
struct AccessRules: Sendable {
    /// The maximum number of rules that administrators can set.
    static let limit = 50_000

    private var domains: [String: AccessRule] = [:]
    private var phones: [String: AccessRule] = [:]
    private var networks: [NetworkPrefix: AccessRule] = [:]
    /// The lengths of the networks, the longest first.
    private var networkLengths: [Int] = []
    private var accounts: [AccountName: AccessRule] = [:]

    /// Indexes rules; of two for the same subject, the later one counts.
    init(_ rules: some Sequence<AccessRule>) {
        for rule in rules { set(rule) }
    }

    /// Adds a rule, or replaces the one for its subject.
    mutating func set(_ rule: AccessRule) {
        switch rule.subject {
        case .domain(let name): domains[name.text] = rule
        case .phone(let prefix): phones[prefix] = rule
        case .network(let network):
            networks[network] = rule
            if !networkLengths.contains(network.length) {
                networkLengths.append(network.length)
                networkLengths.sort(by: >)
            }
        case .account(let name): accounts[name] = rule
        }
    }

    /// Removes the rule for a subject.
    mutating func remove(_ subject: RuleSubject) {
        switch subject {
        case .domain(let name): domains[name.text] = nil
        case .phone(let prefix): phones[prefix] = nil
        case .network(let network): networks[network] = nil
        case .account(let name): accounts[name] = nil
        }
    }

    /// Decides on a person or a call.
    func decide(_ traits: AccessTraits) -> AccessDecision {
        if let rule = strictest(accountRules(traits)) { return AccessDecision(action: rule.action, rule: rule) }
        var found = [traits.email, traits.contactEmail].compactMap { $0.flatMap(rule(forEmail:)) }
        if let phone = traits.phone, let rule = rule(forPhone: phone) { found.append(rule) }
        if let address = traits.address, let rule = rule(forAddress: address) { found.append(rule) }
        guard let rule = strictest(found) else { return .allowed }
        return AccessDecision(action: rule.action, rule: rule)
    }

    private func accountRules(_ traits: AccessTraits) -> [AccessRule] {
        guard !accounts.isEmpty else { return [] }
        let names = [
            traits.account.map { AccountName($0) }, traits.email.map { AccountName($0) },
            traits.phone.map { AccountName($0) },
        ]
        let contact = traits.contactEmail.flatMap { accounts[AccountName($0)] }.flatMap { rule in
            rule.action == .allow ? nil : rule
        }
        return names.compactMap { $0.flatMap { accounts[$0] } } + [contact].compactMap(\.self)
    }

    private func strictest(_ rules: [AccessRule]) -> AccessRule? {
        rules.max { $0.action.strictness < $1.action.strictness }
    }

    private func rule(forEmail email: EmailAddress) -> AccessRule? {
        guard let name = DomainName(email.domain) else { return nil }
        return name.suffixes.lazy.compactMap { domains[$0] }.first
    }

    private func rule(forPhone phone: PhoneNumber) -> AccessRule? {
        guard !phones.isEmpty else { return nil }
        var prefix = Substring(phone.text)
        while prefix.utf8.count > 1 {
            if let rule = phones[String(prefix)] { return rule }
            prefix.removeLast()
        }
        return nil
    }

    private func rule(forAddress address: String) -> AccessRule? {
        guard !networks.isEmpty, let network = NetworkPrefix(address: address) else { return nil }
        return networkLengths.lazy.compactMap { networks[network.shortened(to: $0)] }.first
    }
}
