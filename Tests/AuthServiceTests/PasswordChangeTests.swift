import Contracts
import Notify
import RPC
import Testing

@testable import AuthService

@Suite(.serialized) struct PasswordChangeTests {
    @Test func `Whoever knows the password changes it, which ends the other sessions and is told by mail`() async throws
    {
        try await AuthWorld.with { world in
            let other = try await world.signUp()
            world.clock.advance(.seconds(1))
            let mine = try await world.login()
            let caller = try await world.principal(mine.user)
            let before = world.derivation.count
            try await world.changePassword(by: caller)
            #expect(world.derivation.count - before == 2)
            #expect(await ending { try await world.refresh(other.refreshToken) } == "session-ended")
            #expect(await ending { try await world.refresh(mine.refreshToken) } == "ok")
            #expect(await ending { try await world.login() } == "credentials-wrong")
            #expect(await ending { try await world.login("ada@example.org", AuthWorld.newPassword.text) } == "ok")
            #expect(try await world.mails().last?.subject.contains("password of your Vokol account") == true)
            let events = try await world.texts("SELECT event FROM audit WHERE event LIKE 'password-%'")
            #expect(events == ["password-changed"])
        }
    }

    @Test func `A wrong password counts as a failed sign-in, and refused attempts cost no hash`() async throws {
        try await AuthWorld.with { world in
            let caller = try await world.principal(try await world.signUp().user)
            let hashes = world.derivation.count
            for _ in 0..<5 {
                #expect(await ending { try await world.changePassword("no", by: caller) } == "password-wrong")
            }
            #expect(world.derivation.count - hashes == 5)
            let error = await rpcError { try await world.changePassword(by: caller) }
            #expect(error?.code == .quotaExceeded && error?.reason == "too-many-attempts")
            #expect(error?.retryAfterMilliseconds == 1_000)
            #expect(await ending { try await world.login() } == "too-many-attempts")
            #expect(world.derivation.count - hashes == 5)
            let events = try await world.texts("SELECT event FROM audit WHERE event LIKE 'password-%'")
            #expect(events == Array(repeating: "password-change-failed", count: 5))
            world.clock.advance(.seconds(1))
            #expect(await ending { try await world.changePassword(by: caller) } == "ok")
            // The success is the owner's: it clears the failures as signing in does.
            #expect(await ending { try await world.login() } == "credentials-wrong")
        }
    }

    @Test func `A wrong current password is no reason to sign in again, and not to be sent again`() async throws {
        try await AuthWorld.with { world in
            let caller = try await world.principal(try await world.signUp().user)
            let error = await rpcError { try await world.changePassword("no", by: caller) }
            #expect(error?.code == .forbidden)
            #expect(error?.code.isRetryable == false)
            let wrong = await rpcError { try await world.login("ada@example.org", "no") }
            #expect(wrong?.code == .unauthenticated)
            #expect(wrong?.code.isRetryable == false)
        }
    }

    @Test func `A common password is refused before it costs a hash`() async throws {
        try await AuthWorld.with { world in
            let caller = try await world.principal(try await world.signUp().user)
            let hashes = world.derivation.count
            for common in ["qwertyuiop", "somebody1"] {
                let error = await rpcError {
                    try await world.changePassword(to: Password(unchecked: common), by: caller)
                }
                #expect(error?.reason == "password-common")
                #expect(error?.faults.map(\.pointer) == ["/password"])
            }
            #expect(world.derivation.count == hashes)
            #expect(await ending { try await world.login() } == "ok")
        }
    }

    @Test func `An ended session, somebody else's and none change nothing`() async throws {
        try await AuthWorld.with { world in
            let tokens = try await world.signUp()
            let caller = try await world.principal(tokens.user)
            let bob = try await world.signUp("bob@example.org").user
            let foreign = Principal(sub: bob.id.text, sid: caller.sid, roles: [])
            #expect(await ending { try await world.changePassword(by: foreign) } == "unauthenticated")
            try await world.logout(tokens.refreshToken)
            #expect(await ending { try await world.changePassword(by: caller) } == "unauthenticated")
            #expect(await ending { try await world.login() } == "ok")
            #expect(await ending { try await world.login("bob@example.org") } == "ok")
        }
    }

    @Test func `An account by telephone only has no password to change`() async throws {
        try await AuthWorld.with { world in
            let user = try #require(try await world.signInByPhone(AuthWorld.ada, AuthWorld.person()).user)
            let caller = try await world.principal(user)
            let error = await rpcError { try await world.changePassword(by: caller) }
            #expect(error?.code == .conflict && error?.reason == "password-unset")
            #expect(world.derivation.count == 0)
        }
    }

    @Test func `Of several changes at once one is made, and a code that was on its way replaces nothing`() async throws
    {
        try await AuthWorld.with { world in
            for round in 0..<5 {
                let email = "user\(round)@example.org"
                let caller = try await world.principal(try await world.signUp(email).user)
                let asked = try await world.askedReset(email)
                let counts = await endings(4) { index in
                    try await world.changePassword(to: Password(unchecked: "phrase of \(index) \(round)"), by: caller)
                }
                #expect(counts == ["ok": 1, "password-wrong": 3])
                #expect(await ending { try await world.reset(asked.challenge, asked.code) } == "code-expired")
            }
        }
    }
}
