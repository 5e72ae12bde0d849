import AuthContract
import Crypto
import RPC
import ServiceRuntime
import Values
import Wire

/// The checks that adding a passkey and signing in with one have in common (WebAuthn Level 2, sections 7.1 and 7.2).
struct PasskeyCeremony: Sendable {
    let seal: PasskeyChallengeSeal
    let random: RandomSource
    let policy: PasskeyPolicy

    /// The kind of a ceremony, as the browser names it.
    enum Kind: String {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    /// A challenge that was answered, which the transaction has to consume.
    struct Answer: Sendable {
        var challenge: [UInt8]
        var expiresAt: Instant
        /// The hash of what the browser says, which the authenticator signs.
        var clientDataHash: [UInt8]
    }

    /// The members of the browser's JSON that are checked.
    private struct ClientData: Decodable {
        var type: String
        var challenge: String
        var origin: String
        var crossOrigin: Bool?
    }

    /// Creates a challenge.
    ///
    /// - Throws: `passkeys-off` if the operator has named no origin.
    func challenge(for account: Identifier?, now: Instant) throws -> (text: Base64URLText, expiresAt: Instant) {
        guard policy.isOn else { throw RPCError.passkeysOff }
        let end = Instant(milliseconds: now.milliseconds + policy.lifetime.wholeMilliseconds)
        let challenge = seal.challenge(for: account, until: end, using: random)
        return (Base64URLText(unchecked: Base64URL.encode(challenge)), end)
    }

    /// Checks what the browser says.
    ///
    /// - Parameter account: the account that adds a passkey; `nil` for signing in.
    func check(
        _ clientData: Base64URLText, _ kind: Kind, for account: Identifier?, now: Instant
    ) throws -> Answer {
        let bytes = clientData.bytes
        guard policy.isOn,
            let data = bytes.withUnsafeBytes({
                try? JSONCoding.decode(ClientData.self, from: $0, unknownMembers: .ignored)
            }),
            data.type == kind.rawValue, data.crossOrigin != true, policy.origins.contains(data.origin),
            let challenge = Base64URL.decode(data.challenge), let end = seal.end(of: challenge, for: account), now < end
        else { throw RPCError.passkeyInvalid }
        return Answer(challenge: challenge, expiresAt: end, clientDataHash: Array(SHA256.hash(data: bytes)))
    }

    /// Checks what the authenticator says: it is bound to this site, and verified its owner.
    func check(_ data: AuthenticatorData) throws {
        guard data.relyingPartyHash == Array(SHA256.hash(data: Array(policy.domain.utf8))), data.isPresent,
            data.isVerified
        else { throw RPCError.passkeyInvalid }
    }

    /// Consumes a challenge in the transaction of its effect.
    func consume(_ answer: Answer, in transaction: AuthTransaction) async throws {
        guard try await transaction.passkeys.answer(answer.challenge, until: answer.expiresAt) else {
            throw RPCError.passkeyInvalid
        }
    }

    /// Verifies an assertion, counts the use, and returns the passkey's account.
    ///
    /// - Throws: `passkey-invalid`, whatever is wrong.
    func verify(
        _ assertion: Auth.PasskeyAssertion, now: Instant, in transaction: AuthTransaction
    ) async throws -> Identifier {
        let answer = try check(assertion.clientData, .get, for: nil, now: now)
        let bytes = assertion.authenticatorData.bytes
        guard let id = Base64URL.decode(assertion.id.text), let data = try? AuthenticatorData(bytes),
            let (signer, account) = try await transaction.passkeys.find(id),
            signer.key.isValidSignature(assertion.signature.bytes, for: bytes + answer.clientDataHash),
            assertion.userHandle.map({ $0.bytes == Array(account.text.utf8) }) ?? true
        else { throw RPCError.passkeyInvalid }
        try check(data)
        // Only a holder of the key makes others wait; the passkey may have been used or removed meanwhile.
        try await transaction.lockSignIn(of: account)
        guard let (passkey, _) = try await transaction.passkeys.find(id), passkey.accepts(data.signCount) else {
            throw RPCError.passkeyInvalid
        }
        try await consume(answer, in: transaction)
        try await transaction.passkeys.use(id, signCount: data.signCount, now: now)
        return account
    }
}

extension Base64URLText {
    /// The bytes of the text.
    var bytes: [UInt8] { Base64URL.decode(text) ?? [] }
}
