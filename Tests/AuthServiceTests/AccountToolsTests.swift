import AuthContract
import Contract
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct AccountToolsTests {
    private func holder(_ user: Auth.User) -> SessionHolder {
        SessionHolder(account: user.id, session: Identifier(unchecked: AuthFixture.noSession))
    }

    private func found(
        _ auth: AuthFixture, _ property: Auth.AccountProperty, _ text: String, isExact: Bool = false
    ) async throws -> [String] {
        var cursor: Cursor?
        var names: [String] = []
        repeat {
            let page = try await auth.service.accountTools.find(
                .init(
                    by: property, text: try #require(Auth.AccountSearchText(text)), isExact: isExact, cursor: cursor,
                    limit: PageLimit(unchecked: 2)),
                origin: AuthFixture.here)
            names += page.items.map { $0.email?.text ?? $0.phone?.text ?? $0.name }
            cursor = page.nextCursor
        } while cursor != nil
        return names
    }

    private func admin(_ auth: AuthFixture, _ email: String = "chief@example.org") async throws -> Auth.User {
        let user = try await auth.signUp(email).user
        try await auth.setRole(.admin, of: email, granted: true)
        return user
    }

    @Test func `Accounts are found by the beginning or the whole of a property, page by page in its order`()
        async throws
    {
        try await AuthFixture.with { auth in
            for email in [
                "ada@example.org", "adam@example.org", "ada@example.net", "bob@example.org", "a_a@example.org",
            ] {
                _ = try await auth.signUp(email)
            }
            #expect(try await found(auth, .email, "ADA") == ["ada@example.net", "ada@example.org", "adam@example.org"])
            #expect(try await found(auth, .email, "ada@example.org", isExact: true) == ["ada@example.org"])
            #expect(try await found(auth, .email, "a_").count == 1)
            #expect(try await found(auth, .email, "%").isEmpty)
            #expect(try await found(auth, .login, "SOME").count == 5)
            #expect(try await found(auth, .login, "some", isExact: true).isEmpty)
            #expect(try await found(auth, .phone, "no digits").isEmpty)
        }
    }

    @Test func `Accounts are found by the digits of their number`() async throws {
        try await AuthFixture.with { auth in
            let ada = try await auth.signUp().user
            try await auth.store.inTransaction { transaction in
                try await transaction.accounts.setPhone(PhoneNumber(unchecked: "+375291234567"), of: ada.id)
            }
            #expect(try await found(auth, .phone, "375 29 123") == ["ada@example.org"])
            #expect(try await found(auth, .phone, "+375291234567", isExact: true) == ["ada@example.org"])
            #expect(try await found(auth, .phone, "291234567").isEmpty)
        }
    }

    @Test func `A locked account loses its sessions and signs in again only once it is unlocked`() async throws {
        try await AuthFixture.with { auth in
            let chief = try await admin(auth)
            let ada = try await auth.signUp()
            let tools = auth.service.accountTools
            let reason = Auth.RuleNote(unchecked: "Sends threats")
            let locked = try await tools.lock(
                .init(id: ada.user.id, reason: reason), by: holder(chief), origin: AuthFixture.here)
            #expect(locked.sessions == 0)
            #expect(locked.lock?.reason == reason && locked.lock?.by == chief.id)
            #expect(await ending { try await auth.refresh(ada.refreshToken) } == "session-ended")
            #expect(await ending { try await auth.login() } == "account-locked")
            #expect(await ending { try await auth.login("ada@example.org", "wrong") } == "credentials-wrong")

            let unlocked = try await tools.unlock(.init(id: ada.user.id), by: holder(chief), origin: AuthFixture.here)
            #expect(unlocked.lock == nil)
            _ = try await auth.login()
        }
    }

    @Test func `An operator unlocks an account, in case no administrator is left`() async throws {
        try await AuthFixture.with { auth in
            let chief = try await admin(auth)
            let ada = try await auth.signUp().user
            let tools = auth.service.accountTools
            _ = try await tools.lock(
                .init(id: ada.id, reason: Auth.RuleNote(unchecked: "Sold")), by: holder(chief), origin: AuthFixture.here
            )
            #expect(try await tools.unlock(AccountName(ada.id)) == true)
            #expect(try await tools.unlock(AccountName(ada.id)) == false)
            #expect(try await tools.unlock(try #require(AccountName("nobody@example.org"))) == nil)
            _ = try await auth.login()
        }
    }

    @Test func `A session cannot begin while its account is being locked`() async throws {
        try await AuthFixture.with { auth in
            let chief = try await admin(auth)
            let ada = try await auth.signUp().user
            let tools = auth.service.accountTools
            async let lock = ending {
                try await tools.lock(
                    .init(id: ada.id, reason: Auth.RuleNote(unchecked: "Sold")), by: holder(chief),
                    origin: AuthFixture.here)
            }
            async let signIns = endings(8) { _ in try await auth.login() }
            #expect(await lock == "ok")
            _ = await signIns
            #expect(try await tools.account(.init(id: ada.id), origin: AuthFixture.here).sessions == 0)
        }
    }

    @Test func `Administrators lock others, not themselves, and a locked one has no power`() async throws {
        try await AuthFixture.with { auth in
            let one = try await admin(auth, "one@example.org")
            let two = try await admin(auth, "two@example.org")
            let tools = auth.service.accountTools
            let reason = Auth.RuleNote(unchecked: "Left")
            #expect(
                await ending {
                    try await tools.lock(.init(id: one.id, reason: reason), by: holder(one), origin: AuthFixture.here)
                }
                    == "own-account")
            _ = try await tools.lock(.init(id: two.id, reason: reason), by: holder(one), origin: AuthFixture.here)
            #expect(
                await ending { try await tools.unlock(.init(id: two.id), by: holder(two), origin: AuthFixture.here) }
                    == "forbidden")
            let nobody = Identifier(unchecked: AuthFixture.noSession)
            #expect(
                await ending {
                    try await tools.endSessions(.init(id: nobody), by: holder(one), origin: AuthFixture.here)
                }
                    == "account-unknown")
        }
    }

    @Test func `An administrator ends all sessions, and the owner signs in again`() async throws {
        try await AuthFixture.with { auth in
            let chief = try await admin(auth)
            let ada = try await auth.signUp()
            _ = try await auth.login()
            let tools = auth.service.accountTools
            #expect(try await tools.account(.init(id: ada.user.id), origin: AuthFixture.here).sessions == 2)
            let details = try await tools.endSessions(
                .init(id: ada.user.id), by: holder(chief), origin: AuthFixture.here)
            #expect(details.sessions == 0)
            #expect(await ending { try await auth.refresh(ada.refreshToken) } == "session-ended")
            _ = try await auth.login()
        }
    }

    @Test func `The trail of an account is chained and read newest first, with failed sign-ins`() async throws {
        try await AuthFixture.with { auth in
            let chief = try await admin(auth)
            let ada = try await auth.signUp().user
            _ = await ending { try await auth.login("ada@example.org", "wrong password") }
            let tools = auth.service.accountTools
            _ = try await tools.lock(
                .init(id: ada.id, reason: Auth.RuleNote(unchecked: "Sold")), by: holder(chief), origin: AuthFixture.here
            )
            _ = try await tools.unlock(.init(id: ada.id), by: holder(chief), origin: AuthFixture.here)
            // Nothing happens, and nothing is recorded.
            _ = try await tools.unlock(.init(id: ada.id), by: holder(chief), origin: AuthFixture.here)
            var events: [Auth.AccountEvent] = []
            var cursor: Cursor?
            repeat {
                let page = try await tools.audit(
                    .init(id: ada.id, cursor: cursor, limit: PageLimit(unchecked: 2)), origin: AuthFixture.here)
                events += page.items
                cursor = page.nextCursor
            } while cursor != nil
            #expect(
                events.map(\.event) == [
                    "account-unlocked", "account-locked", "sign-in-failed", "verified", "registered",
                ])
            #expect(events[1].detail == "Sold" && events[1].actor == chief.id && events[1].address == "192.0.2.7")
            let unchained = try await auth.number(
                "SELECT count(*) FROM audit WHERE event LIKE 'account-%locked' AND chain IS NULL")
            #expect(unchained == 0)
        }
    }
}
