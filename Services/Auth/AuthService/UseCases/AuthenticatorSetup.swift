import AuthContract
import Contract
import RPC
import ServiceRuntime
import Values

/// The authenticator app of an account, as its owner sets it up and removes it.
struct AuthenticatorSetup: Sendable {
    let factors: SecondFactors
    let sessions: Sessions
    let notices: FactorNotices

    private var store: AuthStore { factors.store }

    /// Returns the second factors of the caller's account.
    func current(_ params: Empty, by holder: SessionHolder, origin: CallOrigin) async throws -> Auth.Factors {
        try await store.inTransaction(until: origin.deadline) { transaction in
            try await sessions.lock(holder, in: transaction)
            let since = try await transaction.factors.authenticator(of: holder.account)?.confirmedAt
            let left =
                since == nil ? nil : try await transaction.factors.recoveryCodesLeft(of: holder.account)
            return Auth.Factors(
                authenticatorSince: since, recoveryCodesLeft: left,
                passkeys: try await transaction.passkeys.list(of: holder.account))
        }
    }

    /// Creates a secret that waits for its first code.
    func set(
        _ params: Empty, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.SetAuthenticator.Result {
        let code = TimeCode(secret: factors.random.bytes(TimeCode.secretBytes))
        let sealed = try factors.seal.seal(code, of: holder.account)
        let user = try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockSignIn(of: holder.account)
            try await sessions.lockForFactor(holder, in: transaction)
            guard try await transaction.factors.authenticator(of: holder.account)?.confirmedAt == nil else {
                throw RPCError.authenticatorSet
            }
            let now = try await transaction.now()
            try await transaction.factors.put(sealed, of: holder.account, now: now)
            return try await transaction.accounts.account(id: holder.account)?.user
        }
        guard let user else { throw RPCError(.unauthenticated) }
        let secret = Base32.encode(code.secret)
        return Auth.SetAuthenticator.Result(secret: secret, uri: Self.uri(of: user, secret: secret))
    }

    /// Sets up the app after verifying its first code, and ends the account's other sessions, which proved less.
    func confirm(
        _ params: Auth.ConfirmAuthenticator.Params, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.RecoveryCodes {
        try await store.inTransaction(until: origin.deadline) { transaction in
            // A code that cannot help must not count as a guess.
            guard let waiting = try await transaction.factors.authenticator(of: holder.account) else {
                throw RPCError.authenticatorUnset
            }
            if waiting.confirmedAt != nil { throw RPCError.authenticatorSet }
        }
        let codes = try await factors.verify(params.code, of: holder, isFirst: true, origin: origin) {
            now, transaction in
            let session = try await sessions.lockForFactor(holder, in: transaction)
            try await transaction.sessions.prove(session.id, isStrong: true, now: now)
            try await transaction.sessions.endOthers(of: holder, because: .signInChanged, now: now)
            try await notices.record(.appSet, of: holder, origin: origin, now: now, in: transaction)
            return try await factors.renewRecoveryCodes(of: holder.account, in: transaction)
        }
        notices.notifications.wakeRelay()
        return codes
    }

    /// Removes the app and the recovery codes.
    func remove(_ params: Empty, by holder: SessionHolder, origin: CallOrigin) async throws -> Empty {
        try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockSignIn(of: holder.account)
            try await sessions.lock(holder, in: transaction)
            guard try await transaction.factors.remove(of: holder.account) else { return }
            try await sessions.weaken(holder.account, in: transaction)
            let now = try await transaction.now()
            try await transaction.sessions.endOthers(of: holder, because: .signInChanged, now: now)
            try await notices.record(.appRemoved, of: holder, origin: origin, now: now, in: transaction)
        }
        notices.notifications.wakeRelay()
        return Empty()
    }

    /// Removes the app and the passkeys of an account whose owner has lost them, on behalf of an operator at the
    /// machine, and ends the account's sessions.
    ///
    /// Returns false if the account has none, and `nil` if there is no such account.
    func reset(_ name: AccountName) async throws -> Bool? {
        try await store.inTransaction { transaction in
            guard let account = try await transaction.accounts.account(named: name)?.user.id else { return nil }
            try await transaction.lockSignIn(of: account)
            let hadApp = try await transaction.factors.remove(of: account)
            let passkeys = try await transaction.passkeys.removeAll(of: account)
            guard hadApp || passkeys > 0 else { return false }
            let now = try await transaction.now()
            try await transaction.sessions.endAll(of: account, because: .signInChanged, now: now)
            try await notices.notify(of: .appRemoved, account, language: .english, now: now, in: transaction)
            try await transaction.record(
                AuditRecord(event: .factorReset, account: account, origin: .operator), now: now)
            return true
        }
    }

    /// Replaces the recovery codes.
    func renew(_ params: Empty, by holder: SessionHolder, origin: CallOrigin) async throws -> Auth.RecoveryCodes {
        try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockSignIn(of: holder.account)
            try await sessions.lock(holder, in: transaction)
            guard try await transaction.factors.authenticator(of: holder.account)?.confirmedAt != nil else {
                throw RPCError.authenticatorUnset
            }
            let now = try await transaction.now()
            try await transaction.record(
                AuditRecord(
                    event: .recoveryCodesRenewed, account: holder.account, session: holder.session, origin: origin),
                now: now)
            return try await factors.renewRecoveryCodes(of: holder.account, in: transaction)
        }
    }

    /// Creates the address that sets up an app.
    private static func uri(of user: Auth.User, secret: String) -> String {
        let name = user.email?.text ?? user.phone?.text ?? user.login.text
        let plain = name.utf8.map { byte -> String in
            let isPlain = (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
            guard !isPlain, byte != 45, byte != 46, byte != 95 else {
                return String(decoding: [byte], as: UTF8.self)
            }
            let hex = String(byte, radix: 16, uppercase: true)
            return "%" + (hex.utf8.count == 1 ? "0" : "") + hex
        }
        return "otpauth://totp/Vokol:\(plain.joined())?secret=\(secret)&issuer=Vokol"
    }
}
