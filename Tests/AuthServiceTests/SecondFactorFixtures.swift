import AuthContract
import Contract
import RPC
import Testing
import Values

@testable import AuthService

extension AuthFixture {
    /// Returns the code that an app with the secret shows, so many steps from now.
    func appCode(_ secret: TimeCode, stepsFromNow steps: Int64 = 0) -> FactorCode {
        FactorCode(unchecked: secret.code(at: TimeCode.step(at: Instant(milliseconds: clock.now)) + steps))
    }

    /// Reads the secret of an account's app.
    func appSecret(of user: Auth.User) async throws -> TimeCode {
        try await store.inTransaction { transaction in
            let app = try #require(try await transaction.factors.authenticator(of: user.id))
            return try #require(service.authenticators.factors.seal.open(app.sealed, of: user.id))
        }
    }

    /// Sets up an app for the account of a session.
    func setUpApp(by tokens: Auth.Tokens) async throws -> (app: TimeCode, codes: [FactorCode]) {
        _ = try await service.authenticators.set(Empty(), by: tokens.holder, origin: Self.here)
        let app = try await appSecret(of: tokens.user)
        let codes = try await service.authenticators.confirm(
            .init(code: appCode(app)), by: tokens.holder, origin: Self.here
        ).codes
        clock.advance(.seconds(30))
        return (app, codes)
    }

    /// Proves the first factor of a sign-in that needs two; returns the token for the second step.
    func firstStep(_ body: () async throws -> Void) async throws -> SignInToken {
        let error = try #require(await rpcError(of: body))
        #expect(error.reason == "second-factor-required")
        return try ResultDecoder.decode(Auth.SignInChallenge.self, from: error.details ?? []).signInToken
    }

    func complete(_ token: SignInToken, _ code: FactorCode, origin: CallOrigin = here) async throws -> Auth.Tokens {
        try await service.signInCompletion.complete(.init(signInToken: token, code: code), origin: origin)
    }
}

extension FactorCode {
    /// A code that differs from this one.
    var wrong: FactorCode { FactorCode(unchecked: text == "000000" ? "000001" : "000000") }
}
