import AuthContract
import RPC
import Testing
import Values

@testable import AuthService
@testable import Notify

extension AuthFixture {
    static let newPassword = Password(unchecked: "another rare phrase")

    /// Returns the principal of an account's latest session.
    func principal(_ user: Auth.User) async throws -> Principal {
        let sessions = try await texts(
            """
            SELECT id::text FROM session WHERE account_id = '\(user.id.text)' ORDER BY created_at DESC, id DESC LIMIT 1
            """)
        return Principal(sub: user.id.text, sid: try #require(sessions.first), roles: [])
    }

    func requestReset(
        _ email: String = "ada@example.org", device: DeviceToken? = nil, language: Language = .english,
        origin: CallOrigin = here
    ) async throws -> Auth.Challenge {
        try await service.passwordReset.request(
            .init(email: try #require(EmailAddress(email)), deviceToken: device), origin: origin.with(language))
    }

    func reset(
        _ challenge: Auth.Challenge, _ code: OneTimeCode, _ password: Password = newPassword,
        origin: CallOrigin = here
    ) async throws -> Auth.Tokens {
        try await service.passwordReset.reset(
            .init(challengeId: challenge.challengeId, code: code, password: password), origin: origin)
    }

    /// Requests a reset and returns its challenge and code.
    func requestedReset(
        _ email: String = "ada@example.org", origin: CallOrigin = here
    ) async throws -> (challenge: Auth.Challenge, code: OneTimeCode) {
        let challenge = try await requestReset(email, origin: origin)
        return (challenge, try #require(await codes(email).last))
    }

    func changePassword(
        _ current: String = goodPassword.text, to password: Password = newPassword, by principal: Principal,
        origin: CallOrigin = here
    ) async throws {
        _ = try await service.passwordChange.changePassword(
            .init(currentPassword: PasswordAttempt(unchecked: current), password: password),
            by: SessionHolder(principal), origin: origin)
    }
}

extension OneTimeCode {
    /// A code that differs from this one.
    var wrong: OneTimeCode { OneTimeCode(unchecked: text == "000000" ? "000001" : "000000") }
}
