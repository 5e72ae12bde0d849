import AuthContract
import Contract
import Notify
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct PasswordChangeTests {
    @Test func `A change with the current password ends other sessions and is announced by mail`()
        async throws
    {
        try await AuthFixture.with { auth in
            let other = try await auth.signUp()
            auth.clock.advance(.seconds(1))
            let mine = try await auth.login()
            let caller = try await auth.principal(mine.user)
            let before = auth.derivation.count
            try await auth.changePassword(by: caller)
            #expect(auth.derivation.count - before == 2)
            #expect(await ending { try await auth.refresh(other.refreshToken) } == "session-ended")
            #expect(await ending { try await auth.refresh(mine.refreshToken) } == "ok")
            #expect(await ending { try await auth.login() } == "credentials-wrong")
            #expect(await ending { try await auth.login("ada@example.org", AuthFixture.newPassword.text) } == "ok")
            #expect(try await auth.mails().last?.subject.contains("password of your Vokol account") == true)
            let events = try await auth.texts("SELECT event FROM audit WHERE event LIKE 'password-%'")
            #expect(events == ["password-changed"])
        }
    }

    @Test func `A wrong password counts as a failed sign-in, and refused attempts cost no hash`() async throws {
        try await AuthFixture.with { auth in
            let caller = try await auth.principal(try await auth.signUp().user)
            let hashes = auth.derivation.count
            for _ in 0..<5 {
                #expect(await ending { try await auth.changePassword("no", by: caller) } == "password-wrong")
            }
            #expect(auth.derivation.count - hashes == 5)
            let error = await rpcError { try await auth.changePassword(by: caller) }
            #expect(error?.code == .quotaExceeded && error?.reason == "too-many-attempts")
            #expect(error?.retryAfterMilliseconds == 1_000)
            #expect(await ending { try await auth.login() } == "too-many-attempts")
            #expect(auth.derivation.count - hashes == 5)
            let events = try await auth.texts("SELECT event FROM audit WHERE event LIKE 'password-%'")
            #expect(events == Array(repeating: "password-change-failed", count: 5))
            auth.clock.advance(.seconds(1))
            #expect(await ending { try await auth.changePassword(by: caller) } == "ok")
            // The owner's success clears the failures, as a sign-in does.
            #expect(await ending { try await auth.login() } == "credentials-wrong")
        }
    }

    @Test func `A wrong current password asks neither for a new sign-in nor for a retry`() async throws {
        try await AuthFixture.with { auth in
            let caller = try await auth.principal(try await auth.signUp().user)
            let error = await rpcError { try await auth.changePassword("no", by: caller) }
            #expect(error?.code == .wrongCredentials)
            #expect(error?.code.isRetryable == false)
            #expect(error?.details.map { String(decoding: $0, as: UTF8.self) } == #"{"triesLeft":4}"#)
            let wrong = await rpcError { try await auth.login("ada@example.org", "no") }
            #expect(wrong?.code == .wrongCredentials)
            #expect(wrong?.code.isRetryable == false)
        }
    }

    @Test func `A common password is refused before it costs a hash`() async throws {
        try await AuthFixture.with { auth in
            let caller = try await auth.principal(try await auth.signUp().user)
            let hashes = auth.derivation.count
            for common in ["qwertyuiop", "somebody1"] {
                let error = await rpcError {
                    try await auth.changePassword(to: Password(unchecked: common), by: caller)
                }
                #expect(error?.reason == "password-common")
                #expect(error?.faults.map(\.pointer) == ["/password"])
            }
            #expect(auth.derivation.count == hashes)
            #expect(await ending { try await auth.login() } == "ok")
        }
    }

    @Test func `An ended session and one of another account change nothing`() async throws {
        try await AuthFixture.with { auth in
            let tokens = try await auth.signUp()
            let caller = try await auth.principal(tokens.user)
            let bob = try await auth.signUp("bob@example.org").user
            let foreign = Principal(sub: bob.id.text, sid: caller.sid, roles: [])
            #expect(await ending { try await auth.changePassword(by: foreign) } == "unauthenticated")
            try await auth.logout(tokens.refreshToken)
            #expect(await ending { try await auth.changePassword(by: caller) } == "unauthenticated")
            #expect(await ending { try await auth.login() } == "ok")
            #expect(await ending { try await auth.login("bob@example.org") } == "ok")
        }
    }

    @Test func `An account by phone has no password to change`() async throws {
        try await AuthFixture.with { auth in
            let user = try #require(try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person()).user)
            let caller = try await auth.principal(user)
            let error = await rpcError { try await auth.changePassword(by: caller) }
            #expect(error?.code == .conflict && error?.reason == "password-unset")
            #expect(auth.derivation.count == 0)
        }
    }

    @Test func `Of several concurrent changes one succeeds, and it invalidates a reset code`() async throws {
        try await AuthFixture.with { auth in
            for round in 0..<5 {
                let email = "user\(round)@example.org"
                let caller = try await auth.principal(try await auth.signUp(email).user)
                let request = try await auth.requestedReset(email)
                let counts = await endings(4) { index in
                    try await auth.changePassword(to: Password(unchecked: "phrase of \(index) \(round)"), by: caller)
                }
                #expect(counts == ["ok": 1, "password-wrong": 3])
                #expect(await ending { try await auth.reset(request.challenge, request.code) } == "code-expired")
            }
        }
    }
}
