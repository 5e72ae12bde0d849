import AuthContract
import Contract
import Postgres
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct AccessRefusalTests {
    @Test(arguments: ["colonel@army.mil", "x@hq.mil.by", "off@mil.ru", "a@modern.mod.uk"])
    func `A member of a military structure cannot register, and learns where to appeal`(email: String) async throws {
        try await AuthFixture.with { auth in
            let error = await rpcError { try await auth.register(email) }
            #expect(error?.code == .forbidden)
            #expect(error?.reason == "access-refused")
            #expect(error?.detail?.belarusian.contains("зварот") == true)
            #expect(auth.derivation.count == 0)
            #expect(try await auth.number("SELECT count(*) FROM registration") == 0)
            #expect(try await auth.number("SELECT count(*) FROM outbox") == 0)
            // Strangers cannot fill the audit trail.
            let recorded = try await auth.number("SELECT count(*) FROM audit")
            #expect(recorded == 0)
        }
    }

    @Test func `A refusal is the same whether or not there is an account, and costs no hash`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp("known@garrison.example.org")
            try await auth.putRule(.domain, "garrison.example.org", .deny)
            let before = auth.derivation.count
            for email in ["known@garrison.example.org", "unknown@garrison.example.org"] {
                #expect(await ending { try await auth.login(email) } == "access-refused")
                #expect(await ending { try await auth.login(email, "wrong") } == "access-refused")
                #expect(await ending { try await auth.register(email) } == "access-refused")
                #expect(await ending { try await auth.requestReset(email) } == "access-refused")
            }
            #expect(auth.derivation.count == before)
        }
    }

    @Test func `A denied account's session ends at its next refresh, and others go on`() async throws {
        try await AuthFixture.with { auth in
            let denied = try await auth.signUp("ada@garrison.example.org")
            let other = try await auth.signUp("bob@example.org")
            try await auth.putRule(.domain, "garrison.example.org", .deny)
            #expect(await ending { try await auth.refresh(denied.refreshToken) } == "session-ended")
            #expect(await ending { try await auth.refresh(other.refreshToken) } == "ok")
            let ends = try await auth.texts("SELECT end_reason FROM session WHERE ended_at IS NOT NULL")
            #expect(ends == ["access-refused"])
        }
    }

    @Test func `A rule that appears while a code is under way stops the registration`() async throws {
        try await AuthFixture.with { auth in
            let challenge = try await auth.register("ada@garrison.example.org")
            let code = try #require(try await auth.codes("ada@garrison.example.org").last)
            try await auth.putRule(.domain, "garrison.example.org", .deny)
            #expect(await ending { try await auth.verify(challenge.challengeId, code) } == "access-refused")
            #expect(try await auth.number("SELECT count(*) FROM account WHERE email LIKE 'ada@%'") == 0)
        }
    }

    @Test func `Registration by telephone heeds number, contact address and network`() async throws {
        try await AuthFixture.with { auth in
            try await auth.putRule(.phone, "+37517", .deny)
            try await auth.putRule(.network, "203.0.113.0/24", .deny)
            let phones = auth.service.phoneSignIn
            func request(_ phone: String, email: String? = nil, from address: String = "192.0.2.7") async -> String {
                await ending {
                    let person = try Auth.PersonalData(
                        firstName: #require(PersonName("Ада")), lastName: #require(PersonName("Лаўлэйс")),
                        email: email.flatMap { EmailAddress($0) },
                        declaration: Auth.Declaration(isNotGovernmentMilitary: true, version: DeclarationText.version),
                        consentVersion: DeclarationVersion(unchecked: "2026-01"))
                    return try await phones.requestCode(
                        .init(phone: #require(PhoneNumber(phone)), registration: person),
                        origin: AuthFixture.from(address))
                }
            }
            #expect(await request("+375172971234") == "access-refused")
            #expect(await request("+375291234567", email: "x@mil.by") == "access-refused")
            #expect(await request("+375291234567", from: "203.0.113.9") == "access-refused")
            #expect(await request("+375291234567", email: "x@example.org") == "ok")
        }
    }

    @Test func `An account cannot take an address of a denied domain, as login or as contact`() async throws {
        try await AuthFixture.with { auth in
            let tokens = try await auth.signUp()
            let session = try #require(Identifier(try await auth.texts("SELECT id::text FROM session")[0]))
            let holder = SessionHolder(account: tokens.user.id, session: session)
            let military = try #require(EmailAddress("ada@hq.mil.by"))
            #expect(
                await ending {
                    try await auth.service.emailChange.setEmail(
                        .init(email: military, password: AuthFixture.goodPassword), by: holder,
                        origin: AuthFixture.here)
                } == "access-refused")
            #expect(
                await ending {
                    try await auth.service.profiles.update(
                        .init(contactEmail: military), by: holder, origin: AuthFixture.here)
                } == "access-refused")
            try await auth.putRule(.phone, "+37517", .deny)
            #expect(
                await ending {
                    try await auth.service.phoneChange.setPhone(
                        .init(phone: #require(PhoneNumber("+375172971234"))), by: holder, origin: AuthFixture.here)
                } == "access-refused")
        }
    }

    @Test func `Another replica heeds a rule after its next look, and nobody is let in before the first`() async throws
    {
        try await AuthFixture.with { auth in
            let other = try auth.replica()
            #expect(await ending { try await other.register("x@garrison.example.org") } == "unavailable")
            try await other.rules.reload()
            try await auth.putRule(.domain, "garrison.example.org", .deny)
            #expect(await ending { try await auth.register("x@garrison.example.org") } == "access-refused")
            try await other.rules.reload()
            #expect(await ending { try await other.register("x@garrison.example.org") } == "access-refused")
            try await auth.removeRule(.domain, "garrison.example.org")
            #expect(await ending { try await auth.register("x@garrison.example.org") } == "ok")
            try await other.rules.reload()
            #expect(await ending { try await other.register("x@garrison.example.org") } == "ok")
        }
    }

    @Test func `A rule replaces a bundled one, which returns when the rule is removed`() async throws {
        try await AuthFixture.with { auth in
            try await auth.putRule(.domain, "mil.by", .allow)
            #expect(await ending { try await auth.register("x@mil.by") } == "ok")
            try await auth.removeRule(.domain, "mil.by")
            #expect(await ending { try await auth.register("x@mil.by") } == "access-refused")
            #expect(await ending { try await auth.removeRule(.domain, "mil.by") } == "rule-unknown")
        }
    }

    @Test func `Only a present administrator changes rules, with values that fit their kind`() async throws {
        try await AuthFixture.with { auth in
            let ada = try await auth.signUp().user
            let holder = SessionHolder(account: ada.id, session: Identifier(unchecked: AuthFixture.noSession))
            func put(_ kind: Auth.RuleKind, _ value: String) async -> String {
                await ending {
                    try await auth.service.accessRules.put(
                        .init(
                            kind: kind, value: #require(Auth.RuleValue(value)), action: .deny,
                            note: Auth.RuleNote(unchecked: "x")), by: holder, origin: AuthFixture.here)
                }
            }
            #expect(await put(.domain, "example.net") == "forbidden")
            try await auth.setRole(.admin, granted: true)
            #expect(await put(.domain, "example.net") == "ok")
            #expect(await put(.domain, "10.0.0.0/8") == "invalid-params")
            #expect(await put(.phone, "375") == "invalid-params")
            #expect(await put(.network, "10.0.0.1/8") == "invalid-params")
            #expect(await put(.account, "somebody") == "invalid-params")
        }
    }

    @Test func `The number of rules is limited, and replacing one needs no room`() async throws {
        try await AuthFixture.with { auth in
            try await auth.putRule(.domain, "example.net", .deny)
            _ = try await auth.client.query(
                PreparedStatement("fill", "UPDATE access_rule_version SET rules = \(AccessRules.limit)"))
            #expect(await ending { try await auth.putRule(.domain, "example.com", .deny) } == "too-many-rules")
            #expect(await ending { try await auth.putRule(.domain, "example.net", .allow) } == "ok")
            try await auth.removeRule(.domain, "example.net")
            #expect(await ending { try await auth.putRule(.domain, "example.com", .deny) } == "ok")
        }
    }

    @Test func `The list has every rule once, page by page`() async throws {
        try await AuthFixture.with { auth in
            for value in ["mil.by", "a.example.org", "яблык.бел"] { try await auth.putRule(.domain, value, .review) }
            try await auth.putRule(.phone, "+375", .review)
            var found: [Auth.Rule] = []
            var cursor: Cursor?
            repeat {
                let page = try await auth.service.accessRules.list(
                    .init(cursor: cursor, limit: PageLimit(unchecked: 7)), origin: AuthFixture.here)
                #expect(page.items.count <= 7)
                found += page.items
                cursor = page.nextCursor
            } while cursor != nil
            #expect(found.count == MilitaryDomains.entries.count + 3)
            #expect(Set(found.map { "\($0.kind.rawValue) \($0.value)" }).count == found.count)
            #expect(found.first { $0.value.text == "mil.by" }?.isBundled == false)
            #expect(found.first { $0.value.text == "mil.ru" }?.note.text.hasPrefix("https://") == true)
            let phones = try await auth.service.accessRules.list(.init(kind: .phone), origin: AuthFixture.here)
            #expect(phones.items.map(\.value.text) == ["+375"])
        }
    }

    @Test func `A tried rule names the accounts that it would affect, and changes nothing`() async throws {
        try await AuthFixture.with { auth in
            let ada = try await auth.signUp("ada@garrison.example.org").user
            _ = try await auth.signUp("bob@example.org")
            let value = Auth.RuleValue(unchecked: "garrison.example.org")
            let tried = try await auth.service.accessSweep.tryRules(
                .init(kind: .domain, value: value, action: .deny), origin: AuthFixture.here)
            #expect(tried.examined == 2)
            #expect(tried.affected == 1)
            #expect(tried.items.map(\.account.id) == [ada.id])
            #expect(tried.items.first?.after == .deny)
            #expect(tried.nextCursor == nil)
            #expect(await ending { try await auth.login("ada@garrison.example.org") } == "ok")
            try await auth.putRule(.domain, "garrison.example.org", .deny)
            let removed = try await auth.service.accessSweep.tryRules(
                .init(kind: .domain, value: value), origin: AuthFixture.here)
            #expect(removed.items.map(\.after.rawValue) == ["allow"])
        }
    }

    @Test func `A sweep ends the sessions of denied accounts and opens each review once`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp("ada@garrison.example.org")
            _ = try await auth.signUp("bob@ministry.example.org")
            _ = try await auth.signUp("eve@example.org")
            try await auth.putRule(.domain, "garrison.example.org", .deny)
            try await auth.putRule(.domain, "ministry.example.org", .review)
            let admin = try await auth.administrator()
            let first = try await auth.service.accessSweep.sweep(.init(), by: admin, origin: AuthFixture.here)
            #expect((first.examined, first.denied, first.opened) == (4, 1, 1))
            let second = try await auth.service.accessSweep.sweep(.init(), by: admin, origin: AuthFixture.here)
            #expect((second.denied, second.opened) == (1, 0))
            #expect(try await auth.number("SELECT count(*) FROM session WHERE end_reason = 'access-refused'") == 1)
        }
    }
}

extension AuthFixture {
    /// Returns an administrator, creating the account at first.
    func administrator() async throws -> SessionHolder {
        let email = "chief@example.org"
        if try await number("SELECT count(*) FROM account WHERE email = '\(email)'") == 0 {
            _ = try await service.accountCreation.create(
                login: #require(DisplayName("chief")), email: #require(EmailAddress(email)),
                password: Self.goodPassword)
            try await setRole(.admin, of: email, granted: true)
        }
        let id = try #require(try await texts("SELECT id::text FROM account WHERE email = '\(email)'").first)
        return SessionHolder(
            account: Identifier(unchecked: id), session: Identifier(unchecked: Self.noSession))
    }

    func putRule(_ kind: Auth.RuleKind, _ value: String, _ action: Auth.RuleAction) async throws {
        _ = try await service.accessRules.put(
            .init(
                kind: kind, value: #require(Auth.RuleValue(value)), action: action,
                note: Auth.RuleNote(unchecked: "for a test")), by: administrator(), origin: Self.here)
    }

    func removeRule(_ kind: Auth.RuleKind, _ value: String) async throws {
        _ = try await service.accessRules.remove(
            .init(kind: kind, value: #require(Auth.RuleValue(value))), by: administrator(), origin: Self.here)
    }
}
