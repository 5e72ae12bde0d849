import AuthContract
import Contract
import RPC
import Testing
import Values

@testable import AuthService

@Suite struct PersonalDataTests {
    private func user(login: String = "Ада Лаўлэйс") -> Auth.User {
        Auth.User(
            id: Identifier(unchecked: AuthFixture.noSession), login: DisplayName(unchecked: login),
            firstName: PersonName(unchecked: "Ада"), lastName: PersonName(unchecked: "Лаўлэйс"),
            birthDate: BirthDate(unchecked: "1990-12-10"), contactEmail: EmailAddress(unchecked: "ada@example.org"),
            roles: [], createdAt: Instant(milliseconds: 0), declarationVersion: DeclarationText.version)
    }

    @Test func `Members that are not given stay, and optional ones can be removed`() {
        let user = user()
        #expect(user.corrected(by: .init()) == user)
        let corrected = user.corrected(
            by: .init(birthDate: BirthDate(unchecked: "1990-12-11"), remove: [.contactEmail]))
        #expect(corrected.birthDate?.text == "1990-12-11" && corrected.contactEmail == nil)
        #expect(corrected.firstName == user.firstName && corrected.login == user.login)
        #expect(user.corrected(by: .init(remove: [.birthDate])).birthDate == nil)
    }

    @Test func `A login made of the name follows it; a chosen one stays`() {
        let change = Auth.UpdateProfile.Params(lastName: PersonName(unchecked: "Байран"))
        #expect(user().corrected(by: change).login.text == "Ада Байран")
        #expect(user(login: "ada").corrected(by: change).login.text == "ada")
        let both = Auth.UpdateProfile.Params(
            login: DisplayName(unchecked: "countess"), lastName: PersonName(unchecked: "Байран"))
        #expect(user().corrected(by: both).login.text == "countess")
    }

    @Test(arguments: [
        ("2026-11-21", true), ("2026-11-22", false), ("1906-11-21", true), ("1906-11-20", false),
        ("2100-01-01", false), ("0000-01-01", false),
    ])
    func `A date of birth lies within the last 120 years`(_ date: String, _ isPossible: Bool) {
        let range = BirthDateRange(at: Instant(milliseconds: AuthClock().now), minimumAge: 0)
        #expect((range.fault(in: BirthDate(unchecked: date)) == nil) == isPossible)
    }

    @Test func `The examples of the contract name the current declaration`() {
        #expect(DeclarationVersion.exampleText == DeclarationText.version.text)
        #expect(DeclarationVersion(DeclarationText.version.text) != nil)
    }
}

@Suite(.serialized) struct ProfileTests {
    private func update(
        _ auth: AuthFixture, _ params: Auth.UpdateProfile.Params, by user: Auth.User
    ) async throws -> Auth.User {
        try await auth.service.profiles.update(
            params, by: try SessionHolder(await auth.principal(user)), origin: AuthFixture.here)
    }

    private func read(_ auth: AuthFixture, _ user: Auth.User) async throws -> Auth.User {
        try await auth.service.profiles.me(
            Empty(), by: try SessionHolder(await auth.principal(user)), origin: AuthFixture.here)
    }

    @Test func `An owner corrects all personal data, and booking sees the new name`() async throws {
        try await AuthFixture.with { auth in
            let person = AuthFixture.person(email: "ada@example.org")
            let user = try #require(try await auth.signInByPhone(AuthFixture.ada, person).user)
            let corrected = try await update(
                auth,
                .init(
                    firstName: PersonName("Аўгуста"), lastName: PersonName("Байран"),
                    birthDate: BirthDate("1990-12-11"),
                    contactEmail: EmailAddress("augusta@example.org")),
                by: user)
            #expect(corrected.name == "Аўгуста Байран" && corrected.login.text == "Аўгуста Байран")
            #expect(corrected.birthDate?.text == "1990-12-11")
            #expect(corrected.contactEmail?.text == "augusta@example.org" && corrected.email == nil)
            #expect(try await read(auth, user) == corrected)
            let known = try await auth.service.profiles.profiles(
                .init(accounts: [AccountName(user.id)]), origin: AuthFixture.here)
            #expect(known.items.map(\.name) == ["Аўгуста Байран"])
            // An unproven address is told to nobody.
            #expect(known.items.map(\.email) == [nil])
            let removed = try await update(auth, .init(remove: [.birthDate, .contactEmail]), by: user)
            #expect(removed.birthDate == nil && removed.contactEmail == nil && removed.name == "Аўгуста Байран")
            #expect(try await read(auth, user) == removed)
        }
    }

    @Test func `The audit trail records a correction once, without personal data`() async throws {
        try await AuthFixture.with { auth in
            let user = try await auth.signUp().user
            for _ in 0..<2 {
                let named = try await update(auth, .init(firstName: PersonName("Аўгуста")), by: user)
                #expect(named.firstName?.text == "Аўгуста" && named.login == user.login)
            }
            let trail = try await auth.texts("SELECT audit::text FROM audit WHERE event = 'profile-changed'")
            #expect(trail.count == 1)
            #expect(trail.allSatisfy { !$0.contains("Аўгуста") })
        }
    }

    @Test func `Concurrent corrections of different members all take effect`() async throws {
        try await AuthFixture.with { auth in
            let user = try #require(try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person()).user)
            let caller = try SessionHolder(await auth.principal(user))
            let other = try await auth.signInByPhone()
            let second = try SessionHolder(await auth.principal(try #require(other.user)))
            let corrections: [(Auth.UpdateProfile.Params, SessionHolder)] = [
                (.init(firstName: PersonName("Аўгуста")), caller), (.init(lastName: PersonName("Байран")), second),
                (.init(birthDate: BirthDate("1990-12-11")), caller),
            ]
            let ended = await endings(corrections.count) { index in
                try await auth.service.profiles.update(
                    corrections[index].0, by: corrections[index].1, origin: AuthFixture.here)
            }
            #expect(ended == ["ok": corrections.count])
            let corrected = try await read(auth, user)
            #expect(corrected.login.text == "Аўгуста Байран" && corrected.birthDate?.text == "1990-12-11")
        }
    }

    @Test func `A contradiction, an impossible date and an ended session change nothing`() async throws {
        try await AuthFixture.with { auth in
            let tokens = try await auth.signUp()
            let user = tokens.user
            let both = await rpcError {
                try await update(
                    auth,
                    .init(
                        birthDate: BirthDate("1990-12-11"), contactEmail: EmailAddress("a@example.org"),
                        remove: [.birthDate, .contactEmail]), by: user)
            }
            #expect(both?.faults.map(\.rule) == ["exclusive", "exclusive"])
            #expect(both?.faults.map(\.pointer) == ["/birthDate", "/contactEmail"])
            let future = await rpcError { try await update(auth, .init(birthDate: BirthDate("2026-11-22")), by: user) }
            #expect(future?.faults.map(\.rule) == ["date-range"])
            #expect(future?.faults.map(\.pointer) == ["/birthDate"])
            let caller = try SessionHolder(await auth.principal(user))
            try await auth.logout(tokens.refreshToken)
            let late = await ending {
                try await auth.service.profiles.update(
                    .init(firstName: PersonName("Bob")), by: caller, origin: AuthFixture.here)
            }
            #expect(late == "unauthenticated")
            #expect(try await auth.login().user == user)
        }
    }

    @Test func `A contact address that is proven for signing in is no contact address any more`() async throws {
        try await AuthFixture.with { auth in
            let person = AuthFixture.person(email: "ada@example.org")
            let user = try #require(try await auth.signInByPhone(AuthFixture.ada, person).user)
            let caller = try SessionHolder(await auth.principal(user))
            let challenge = try await auth.service.emailChange.setEmail(
                .init(email: EmailAddress(unchecked: "ada@example.org"), password: AuthFixture.goodPassword),
                by: caller, origin: AuthFixture.here)
            let code = try #require(try await auth.codes().last)
            let changed = try await auth.service.emailChange.confirmEmail(
                .init(challengeId: challenge.challengeId, code: code), by: caller, origin: AuthFixture.here)
            #expect(changed.email?.text == "ada@example.org" && changed.contactEmail == nil)
        }
    }
}
