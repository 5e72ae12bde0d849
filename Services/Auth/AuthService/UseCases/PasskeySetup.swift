import AuthContract
import Contract
import RPC
import ServiceRuntime
import Values

/// The passkeys of an account, as its owner adds and removes them.
struct PasskeySetup: Sendable {
    let store: AuthStore
    let ceremony: PasskeyCeremony
    let sessions: Sessions
    let notices: FactorNotices

    /// Issues a challenge for a new passkey.
    func begin(
        _ params: Empty, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.BeginPasskey.Result {
        try await store.inTransaction(until: origin.deadline) { transaction in
            try await sessions.lockForFactor(holder, in: transaction)
            guard let user = try await transaction.accounts.account(id: holder.account)?.user else {
                throw RPCError(.unauthenticated)
            }
            let challenge = try await ceremony.challenge(for: user.id, now: transaction.now())
            let known = try await transaction.passkeys.list(of: user.id)
            guard known.count < ceremony.policy.maximumPerAccount else { throw RPCError.tooManyPasskeys }
            return Auth.BeginPasskey.Result(
                challenge: challenge.text, domain: ceremony.policy.domain,
                userHandle: Base64URLText(unchecked: Base64URL.encode(Array(user.id.text.utf8))),
                account: user.email?.text ?? user.phone?.text ?? user.login.text, name: user.name,
                algorithms: PasskeyKey.Algorithm.allCases.map { Int($0.rawValue) }, known: known.map(\.id),
                expiresAt: challenge.expiresAt)
        }
    }

    /// Adds the passkey that an authenticator has created.
    ///
    /// The session counts as strong from then on: the authenticator has verified its owner.
    func add(
        _ params: Auth.AddPasskey.Params, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.Passkey {
        let passkey = try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockSignIn(of: holder.account)
            try await sessions.lockForFactor(holder, in: transaction)
            let now = try await transaction.now()
            let answer = try ceremony.check(params.clientData, .create, for: holder.account, now: now)
            guard let data = Self.data(in: params.attestation.bytes), let credential = data.credential else {
                throw RPCError.passkeyInvalid
            }
            try ceremony.check(data)
            try await ceremony.consume(answer, in: transaction)
            let known = try await transaction.passkeys.list(of: holder.account)
            guard known.count < ceremony.policy.maximumPerAccount else { throw RPCError.tooManyPasskeys }
            let passkey = Passkey(id: credential.id, key: credential.key, signCount: data.signCount)
            guard
                try await transaction.passkeys.insert(passkey, name: params.name, of: holder.account, now: now)
            else { throw RPCError.passkeyInvalid }
            try await transaction.sessions.prove(holder.session, isStrong: true, now: now)
            try await notices.record(.passkeyAdded, of: holder, origin: origin, now: now, in: transaction)
            return Auth.Passkey(
                id: CredentialID(unchecked: Base64URL.encode(credential.id)), name: params.name, createdAt: now)
        }
        notices.notifications.wakeRelay()
        return passkey
    }

    /// Removes a passkey; ignores one that the account does not have.
    func remove(
        _ params: Auth.RemovePasskey.Params, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Empty {
        try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockSignIn(of: holder.account)
            // Otherwise a password alone could remove the passkey and set a factor of its own.
            _ = try await sessions.lockForFactor(holder, in: transaction)
            guard let id = Base64URL.decode(params.id.text),
                try await transaction.passkeys.remove(id, of: holder.account)
            else { return }
            try await sessions.weaken(holder.account, in: transaction)
            let now = try await transaction.now()
            try await transaction.sessions.endOthers(of: holder, because: .signInChanged, now: now)
            try await notices.record(.passkeyRemoved, of: holder, origin: origin, now: now, in: transaction)
        }
        notices.notifications.wakeRelay()
        return Empty()
    }

    /// Reads the data of an authenticator from its attestation, which must attest nothing.
    private static func data(in attestation: [UInt8]) -> AuthenticatorData? {
        var reader = CBORReader(attestation)
        guard let object = try? reader.value(), reader.rest.isEmpty, object["fmt"]?.text == "none",
            object["attStmt"] == .map([:]), let data = object["authData"]?.bytes
        else { return nil }
        return try? AuthenticatorData(data)
    }
}
