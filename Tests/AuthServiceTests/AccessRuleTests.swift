import AuthContract
import Testing
import Values

@testable import AuthService

@Suite struct AccessRuleTests {
    private func rules(_ texts: [(Auth.RuleKind, String, Auth.RuleAction)]) throws -> AccessRules {
        AccessRules(
            try texts.map { kind, value, action in
                AccessRule(
                    subject: try #require(RuleSubject(kind, value)), action: action, note: "", origin: .bundled)
            })
    }

    private func traits(_ email: String) throws -> AccessTraits {
        let address: EmailAddress = try #require(EmailAddress(email))
        return AccessTraits(email: address)
    }

    @Test(arguments: ["x@ｍｉｌ.by", "x@ⓜil.by", "x@𝐦𝐢𝐥.by"])
    func `An address whose domain has other forms of letters is none`(email: String) {
        #expect(EmailAddress(email) == nil)
    }

    @Test(arguments: [
        "colonel@mil.by", "colonel@hq.mil.by", "COLONEL@HQ.Mil.By", "a+b@x.y.z.mil.by",
    ])
    func `A rule for a domain applies to it and to all domains below it`(email: String) throws {
        let rules = try rules([(.domain, "mil.by", .deny)])
        #expect(try rules.decide(traits(email)).action == .deny)
    }

    @Test(arguments: ["x@notmil.by", "x@mil.by.example.org", "x@by", "x@mil.bye", "mil.by@example.org", "x@mail.by"])
    func `A rule for a domain applies to whole labels at the end only`(email: String) throws {
        let rules = try rules([(.domain, "mil.by", .deny)])
        guard let address = EmailAddress(email) else { return }
        #expect(rules.decide(AccessTraits(email: address)).action == .allow)
    }

    @Test func `The most specific of several domains decides`() throws {
        let rules = try rules([
            (.domain, "by", .review), (.domain, "mil.by", .deny), (.domain, "museum.mil.by", .allow),
            (.domain, "archive.museum.mil.by", .deny),
        ])
        let expected: [(String, Auth.RuleAction)] = [
            ("x@tut.by", .review), ("x@mil.by", .deny), ("x@hq.mil.by", .deny), ("x@museum.mil.by", .allow),
            ("x@mail.museum.mil.by", .allow), ("x@archive.museum.mil.by", .deny), ("x@mil.pl", .allow),
        ]
        for (email, action) in expected { #expect(try rules.decide(traits(email)).action == action, "\(email)") }
    }

    @Test func `An internationalized domain is the same in both forms`() throws {
        for form in ["минобороны.рф", "МИНОБОРОНЫ.РФ", "xn--90anlfbebar6i.xn--p1ai", "@XN--90ANLFBEBAR6I.xn--p1ai."] {
            let rules = try rules([(.domain, form, .deny)])
            for email in ["x@минобороны.рф", "x@пресса.МИНОБОРОНЫ.рф", "x@xn--90anlfbebar6i.xn--p1ai"] {
                #expect(try rules.decide(traits(email)).action == .deny, "\(form) and \(email)")
            }
            #expect(try rules.decide(traits("x@оборона.рф")).action == .allow)
        }
    }

    @Test(arguments: [
        ("90anlfbebar6i", "минобороны"), ("90ais", "бел"), ("bcher-kva", "bücher"), ("80ao21a", "қаз"),
        ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
    ])
    func `Punycode is decoded`(text: String, expected: String) { #expect(Punycode.decode(text) == expected) }

    @Test(arguments: ["9", "99999999", "zzzzzzzz0zzzzz999", "a_b", "é", String(repeating: "9", count: 64)])
    func `Malformed punycode is rejected, not trapped on`(text: String) {
        #expect(Punycode.decode(text) == nil)
    }

    @Test(arguments: [
        "", ".", "a..b", "-a.by", "a-.by", "a b.by", "1.2.3.4", "a/b", String(repeating: "a.", count: 130),
    ])
    func `A text that is no domain is rejected`(text: String) { #expect(DomainName(text) == nil) }

    @Test func `The longest prefix of a telephone number decides`() throws {
        let rules = try rules([
            (.phone, "+375", .review), (.phone, "+375 17 297", .deny), (.phone, "+375 (17) 297-11", .allow),
        ])
        let expected: [(String, Auth.RuleAction)] = [
            ("+375291234567", .review), ("+375172971234", .deny), ("+375172971134", .allow), ("+48221234567", .allow),
        ]
        for (phone, action) in expected {
            let phone = try #require(PhoneNumber(phone))
            #expect(rules.decide(AccessTraits(phone: phone)).action == action, "\(phone)")
        }
    }

    @Test func `The smallest network decides, in both versions of IP`() throws {
        let rules = try rules([
            (.network, "10.0.0.0/8", .deny), (.network, "10.1.0.0/16", .allow), (.network, "10.1.2.3", .deny),
            (.network, "2001:db8::/32", .review), (.network, "2001:db8:1::/48", .deny),
        ])
        let expected: [(String?, Auth.RuleAction)] = [
            ("10.2.0.1", .deny), ("10.1.2.4", .allow), ("10.1.2.3", .deny), ("::ffff:10.2.0.1", .deny),
            ("11.0.0.1", .allow), ("2001:db8::1", .review), ("2001:db8:1:2::3", .deny), ("2001:db9::1", .allow),
            ("nowhere", .allow), (nil, .allow),
        ]
        for (address, action) in expected {
            #expect(rules.decide(AccessTraits(address: address)).action == action, "\(address ?? "none")")
        }
    }

    @Test(arguments: [
        "10.0.0.1/8", "10.0.0.0/33", "2001:db8::/129", "10.0.0.0/-1", "10.0.0.0/+8", "10/8", "mil.by", "",
    ])
    func `A text that is no network is rejected`(text: String) { #expect(NetworkPrefix(text) == nil) }

    @Test(arguments: [
        ("10.0.0.0/8", "10.0.0.0/8"), ("192.0.2.7", "192.0.2.7/32"), ("2001:DB8::/32", "2001:db8::/32"),
        ("0.0.0.0/0", "0.0.0.0/0"), ("::/0", "0::/0"), ("2001:db8:0:1::/64", "2001:db8:0:1::/64"),
        ("2001:db8::1", "2001:db8:0:0:0:0:0:1/128"),
    ])
    func `A network has one form, which reads back as the same`(text: String, form: String) throws {
        let network = try #require(NetworkPrefix(text))
        #expect(network.text == form)
        #expect(NetworkPrefix(network.text) == network)
    }

    @Test func `A rule for an account decides alone, whichever of its names it has`() throws {
        let id = "019ab3c4-5d6e-7f80-9123-456789abcdef"
        for name in [id, "guide@mil.by", "+375291234567"] {
            let rules = try rules([
                (.domain, "mil.by", .deny), (.network, "10.0.0.0/8", .deny), (.account, name, .allow),
            ])
            var traits = try traits("guide@mil.by")
            (traits.account, traits.phone, traits.address) = (Identifier(id), PhoneNumber("+375291234567"), "10.0.0.1")
            #expect(rules.decide(traits).action == .allow)
            #expect(try rules.decide(self.traits("other@mil.by")).action == .deny)
        }
    }

    @Test func `A contact address counts against an account only, because nobody proved it`() throws {
        let rules = try rules([
            (.account, "guide@mil.by", .allow), (.account, "spy@example.org", .deny), (.domain, "mil.by", .deny),
            (.phone, "+37517", .deny),
        ])
        let (guide, spy) = (EmailAddress("guide@mil.by"), EmailAddress("spy@example.org"))
        let phone = PhoneNumber("+375172971234")
        #expect(rules.decide(AccessTraits(email: guide, phone: phone)).action == .allow)
        #expect(rules.decide(AccessTraits(contactEmail: guide, phone: phone)).action == .deny)
        #expect(rules.decide(AccessTraits(contactEmail: guide)).action == .deny)
        #expect(rules.decide(AccessTraits(contactEmail: spy)).action == .deny)
    }

    @Test func `Of rules of different kinds the strictest decides`() throws {
        let rules = try rules([
            (.domain, "mil.by", .deny), (.phone, "+375", .allow), (.network, "10.0.0.0/8", .review),
        ])
        var traits = try traits("x@mil.by")
        traits.phone = PhoneNumber("+375291234567")
        traits.address = "10.0.0.1"
        #expect(rules.decide(traits).action == .deny)
        traits.email = nil
        #expect(rules.decide(traits).action == .review)
    }

    @Test func `A removed rule no longer decides`() throws {
        var rules = try rules([(.domain, "mil.by", .deny), (.network, "10.0.0.0/8", .deny)])
        rules.remove(try #require(RuleSubject(.domain, "MIL.by")))
        rules.remove(try #require(RuleSubject(.network, "10.0.0.0/8")))
        #expect(try rules.decide(traits("x@mil.by")) == .allowed)
        #expect(rules.decide(AccessTraits(address: "10.0.0.1")) == .allowed)
    }

    @Test func `Each bundled entry is a domain of its own, and denies only with a source`() {
        let entries = MilitaryDomains.entries
        let rules = MilitaryDomains.rules
        #expect(rules.count == entries.count)
        #expect(Set(rules.map(\.subject)).count == entries.count)
        for (entry, rule) in zip(entries, rules) {
            #expect(rule.subject.text == entry.domain, "\(entry.domain) is not in the form of rules")
            #expect(rule.action == (entry.source == nil ? .review : .deny))
            #expect(entry.source?.hasPrefix("http") != false)
            #expect(Auth.RuleNote.firstFault(in: rule.note) == nil)
        }
    }

    @Test(arguments: [
        ("colonel@army.mil", Auth.RuleAction.deny), ("x@mail.mil", .deny), ("oficer@mil.by", .deny),
        ("off@mil.ru", .deny), ("a@modern.mod.uk", .deny), ("x@қор.қаз", .deny), ("x@xn--n1ae5y.xn--80ao21a", .deny),
        ("a@mod.gov.by", .review), ("x@минобороны.рф", .review), ("ada@example.org", .allow),
        ("guide@museum.gov.by", .allow), ("x@family.by", .allow), ("x@mil.example.org", .allow),
    ])
    func `The bundled list decides on known addresses`(email: String, action: Auth.RuleAction) throws {
        #expect(try AccessRules(MilitaryDomains.rules).decide(traits(email)).action == action)
    }
}
