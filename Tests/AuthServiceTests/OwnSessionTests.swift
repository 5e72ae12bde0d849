import AuthContract
import Contract
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct OwnSessionTests {
    private static let elsewhere = AuthFixture.from("2001:db8:1:2::9")

    @Test func `The owner sees each device with its name, network and latest use, the latest first`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            auth.clock.advance(.seconds(60))
            let second = try await auth.login(device: "Firefox, Linux", origin: Self.elsewhere)
            let listed = try await auth.sessions(as: first)
            #expect(listed.map(\.device?.text) == ["Firefox, Linux", nil])
            #expect(listed.map(\.network) == ["2001:db8:1:2::/64", "192.0.2.7"])
            #expect(listed.map(\.isCurrent) == [false, true])
            #expect(listed.map(\.lastSeenAt.milliseconds) == [auth.clock.now, auth.clock.now - 60_000])

            auth.clock.advance(.seconds(60))
            _ = try await auth.service.sessions.refresh(.init(refreshToken: first.refreshToken), origin: Self.elsewhere)
            let used = try await auth.sessions(as: second)
            #expect(used.map(\.isCurrent) == [false, true])
            #expect(used[0].lastSeenAt.milliseconds == auth.clock.now)
            #expect(used[0].network == "2001:db8:1:2::/64")
            #expect(used[0].signedInAt.milliseconds == auth.clock.now - 120_000)
        }
    }

    @Test func `Ended and expired sessions, and those of others, are not listed`() async throws {
        var policy = AuthPolicy()
        policy.sessions.idleLifetime = .seconds(1_000)
        try await AuthFixture.with(policy: policy) { auth in
            _ = try await auth.signUp()
            _ = try await auth.signUp("bob@example.org")
            auth.clock.advance(.seconds(999))
            try await auth.logout(try await auth.login().refreshToken)
            let current = try await auth.login()
            #expect(try await auth.sessions(as: current).count == 2)
            auth.clock.advance(.seconds(1))
            #expect(try await auth.sessions(as: current).map(\.isCurrent) == [true])
        }
    }

    @Test func `A revoked session ends at once and is reported to the gateways`() async throws {
        try await AuthFixture.with { auth in
            let stolen = try await auth.signUp()
            let owner = try await auth.login()
            try await auth.revoke(stolen.session, as: owner)
            try await auth.revoke(stolen.session, as: owner)
            #expect(await ending { try await auth.refresh(stolen.refreshToken) } == "session-ended")
            let reported = try await auth.service.sessions.revocations(.init(after: nil), origin: AuthFixture.here)
            #expect(reported.items.map(\.sid) == [stolen.session])
            #expect(await ending { try await auth.sessions(as: stolen) } == "unauthenticated")
            #expect(await ending { try await auth.revoke(owner.session, as: stolen) } == "unauthenticated")
            #expect(await ending { try await auth.refresh(owner.refreshToken) } == "ok")
            #expect(try await auth.number("SELECT count(*) FROM audit WHERE event = 'session-revoked'") == 1)
        }
    }

    @Test func `Nobody ends the session of another account`() async throws {
        try await AuthFixture.with { auth in
            let ada = try await auth.signUp()
            let bob = try await auth.signUp("bob@example.org")
            #expect(await ending { try await auth.revoke(ada.session, as: bob) } == "ok")
            #expect(await ending { try await auth.refresh(ada.refreshToken) } == "ok")
        }
    }

    @Test func `All sessions but the caller's end together`() async throws {
        try await AuthFixture.with { auth in
            let others = [try await auth.signUp(), try await auth.login()]
            let bob = try await auth.signUp("bob@example.org")
            let owner = try await auth.login()
            _ = try await auth.service.ownSessions.revokeOthers(Empty(), by: owner.holder, origin: AuthFixture.here)
            for tokens in others {
                #expect(await ending { try await auth.refresh(tokens.refreshToken) } == "session-ended")
            }
            #expect(await ending { try await auth.refresh(owner.refreshToken) } == "ok")
            #expect(await ending { try await auth.refresh(bob.refreshToken) } == "ok")
        }
    }

    @Test func `A rider who comes every second week stays signed in for a year`() async throws {
        try await AuthFixture.with { auth in
            var tokens = try await auth.signUp()
            for _ in 0..<26 {
                auth.clock.advance(.seconds(14 * 86_400))
                try await auth.housekeeping().sweep()
                tokens = try await auth.refresh(tokens.refreshToken)
            }
            auth.clock.advance(.seconds(14 * 86_400))
            #expect(await ending { try await auth.refresh(tokens.refreshToken) } == "session-ended")
        }
    }

    @Test func `A session that nobody used is deleted a day after it has expired`() async throws {
        try await AuthFixture.with { auth in
            let tokens = try await auth.signUp()
            auth.clock.advance(.seconds(30 * 86_400))
            _ = try await auth.refresh(tokens.refreshToken)
            auth.clock.advance(.seconds(61 * 86_400 - 1))
            try await auth.housekeeping().sweep()
            #expect(try await auth.number("SELECT count(*) FROM session") == 1)
            auth.clock.advance(.seconds(1))
            try await auth.housekeeping().sweep()
            #expect(try await auth.number("SELECT count(*) FROM session") == 0)
        }
    }

    @Test func `Each way of signing in keeps the device's name`() async throws {
        try await AuthFixture.with { auth in
            let device = DeviceName(unchecked: "Pixel")
            let registration = try await auth.register()
            _ = try await auth.service.registration.verifyEmail(
                .init(
                    challengeId: registration.challengeId, code: try #require(await auth.codes().last), device: device),
                origin: AuthFixture.here)
            let sms = try await auth.requestCode()
            let proven = try await auth.service.phoneSignIn.verifyCode(
                .init(challengeId: sms.challengeId, code: try #require(await auth.smsCodes().last), device: device),
                origin: AuthFixture.here)
            _ = try await auth.service.phoneSignIn.completeRegistration(
                .init(
                    registrationToken: try #require(proven.registrationToken), registration: AuthFixture.person(),
                    device: device),
                origin: AuthFixture.here)
            auth.clock.advance(.seconds(60))
            let again = try await auth.requestCode()
            _ = try await auth.service.phoneSignIn.verifyCode(
                .init(challengeId: again.challengeId, code: try #require(await auth.smsCodes().last), device: device),
                origin: AuthFixture.here)
            let reset = try await auth.service.passwordReset.request(
                .init(email: EmailAddress(unchecked: "ada@example.org")), origin: AuthFixture.here)
            _ = try await auth.service.passwordReset.reset(
                .init(
                    challengeId: reset.challengeId, code: try #require(await auth.codes().last),
                    password: AuthFixture.goodPassword, device: device),
                origin: AuthFixture.here)
            #expect(try await auth.number("SELECT count(*) FROM session WHERE device = 'Pixel'") == 4)
            #expect(try await auth.number("SELECT count(*) FROM session WHERE device IS NULL") == 0)
        }
    }
}

extension AuthFixture {
    fileprivate func login(device: String, origin: CallOrigin) async throws -> Auth.Tokens {
        try await service.passwordSignIn.login(
            .init(
                email: EmailAddress(unchecked: "ada@example.org"),
                password: PasswordAttempt(unchecked: Self.goodPassword.text), device: DeviceName(unchecked: device)),
            origin: origin)
    }

    fileprivate func sessions(as tokens: Auth.Tokens) async throws -> [Auth.ActiveSession] {
        try await service.ownSessions.list(Empty(), by: tokens.holder, origin: Self.here).items
    }

    fileprivate func revoke(_ session: Identifier, as tokens: Auth.Tokens) async throws {
        _ = try await service.ownSessions.revoke(.init(sessionId: session), by: tokens.holder, origin: Self.here)
    }
}

extension Auth.Tokens {
    /// The session's id.
    var session: Identifier { Identifier(unchecked: String(refreshToken.text.prefix(36))) }
    /// The caller who sends these tokens.
    var holder: SessionHolder { SessionHolder(account: user.id, session: session) }
}
