import AuthContract
import Contract
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct PasskeyTests {
    private static var policy: AuthPolicy {
        var policy = AuthPolicy()
        policy.passkeys = PasskeyPolicy(domain: "localhost", origins: ["https://localhost:8443"])
        return policy
    }

    private func add(
        _ auth: AuthFixture, _ device: SoftwareAuthenticator, by tokens: Auth.Tokens
    ) async throws -> Auth.Passkey {
        let options = try await auth.service.passkeys.begin(Empty(), by: tokens.holder, origin: AuthFixture.here)
        return try await auth.service.passkeys.add(
            .init(
                clientData: device.clientData("webauthn.create", options.challenge), attestation: device.attestation(),
                name: PasskeyName(unchecked: "Phone")), by: tokens.holder, origin: AuthFixture.here)
    }

    private func challenge(_ auth: AuthFixture) async throws -> Base64URLText {
        try await auth.service.passkeySignIn.begin(Empty(), origin: AuthFixture.here).challenge
    }

    private func signIn(_ auth: AuthFixture, _ assertion: Auth.PasskeyAssertion) async throws -> Auth.Tokens {
        try await auth.service.passkeySignIn.complete(.init(passkey: assertion), origin: AuthFixture.here)
    }

    @Test func `A passkey signs in to its account without a code, and each signature works once`() async throws {
        try await AuthFixture.with(policy: Self.policy) { auth in
            let first = try await auth.signUp()
            _ = try await auth.setUpApp(by: first)
            var device = SoftwareAuthenticator()
            _ = try await add(auth, device, by: first)
            device.signCount = 2
            let assertion = try device.assertion(try await challenge(auth), userHandle: first.user.id.text)
            let tokens = try await signIn(auth, assertion)
            #expect(tokens.user.id == first.user.id)
            #expect(await ending { try await signIn(auth, assertion) } == "passkey-invalid")
            let factors = try await auth.service.authenticators.current(
                Empty(), by: tokens.holder, origin: AuthFixture.here)
            #expect(factors.passkeys.map(\.name.text) == ["Phone"])
            #expect(factors.passkeys.first?.usedAt != nil)
            device.signCount = 3
            let proof = try device.assertion(try await challenge(auth))
            let prove = {
                try await auth.service.presence.prove(
                    .init(passkey: proof), by: tokens.holder, origin: AuthFixture.here)
            }
            #expect(await ending { try await prove() } == "ok")
            #expect(await ending { try await prove() } == "passkey-invalid")
        }
    }

    @Test func `A signature is refused if anything in it is not as it should be`() async throws {
        try await AuthFixture.with(policy: Self.policy) { auth in
            let first = try await auth.signUp()
            var device = SoftwareAuthenticator()
            _ = try await add(auth, device, by: first)
            device.signCount = 9
            let changes: [(String, (inout SoftwareAuthenticator) -> Void)] = [
                ("another origin", { $0.origin = "https://localhost:9443" }),
                ("a page in another page", { $0.isCrossOrigin = true }),
                ("another site", { $0.domain = "example.org" }),
                ("nobody there", { $0.flags = 0x04 }),
                ("not verified", { $0.flags = 0x01 }),
                ("a copied authenticator", { $0.signCount = 1 }),
            ]
            for (name, change) in changes {
                var changed = device
                change(&changed)
                let assertion = try changed.assertion(try await challenge(auth))
                #expect(await ending { try await signIn(auth, assertion) } == "passkey-invalid", "\(name)")
            }
            let stranger = try SoftwareAuthenticator(signCount: 9).assertion(try await challenge(auth))
            #expect(await ending { try await signIn(auth, stranger) } == "passkey-invalid")
            let foreign = try device.assertion(try await challenge(auth), userHandle: "somebody else")
            #expect(await ending { try await signIn(auth, foreign) } == "passkey-invalid")
            let own = Base64URLText(unchecked: Base64URL.encode([UInt8](repeating: 7, count: 56)))
            let forged = try device.assertion(own)
            #expect(await ending { try await signIn(auth, forged) } == "passkey-invalid")
            let late = try device.assertion(try await challenge(auth))
            auth.clock.advance(.seconds(300))
            #expect(await ending { try await signIn(auth, late) } == "passkey-invalid")
            let options = try await auth.service.passkeys.begin(Empty(), by: first.holder, origin: AuthFixture.here)
            let other = try device.assertion(options.challenge)
            #expect(await ending { try await signIn(auth, other) } == "passkey-invalid")
            let right = try device.assertion(try await challenge(auth))
            #expect(await ending { try await signIn(auth, right) } == "ok")
        }
    }

    @Test func `A passkey is added with a challenge of the account, verified, and once`() async throws {
        try await AuthFixture.with(policy: Self.policy) { auth in
            let first = try await auth.signUp()
            let other = try await auth.signUp("bob@example.org")
            var device = SoftwareAuthenticator()
            device.flags = 0x01
            #expect(await ending { try await add(auth, device, by: first) } == "passkey-invalid")
            device = SoftwareAuthenticator(format: "packed")
            #expect(await ending { try await add(auth, device, by: first) } == "passkey-invalid")
            device = SoftwareAuthenticator()
            let options = try await auth.service.passkeys.begin(Empty(), by: other.holder, origin: AuthFixture.here)
            let foreign = Auth.AddPasskey.Params(
                clientData: device.clientData("webauthn.create", options.challenge), attestation: device.attestation(),
                name: PasskeyName(unchecked: "Phone"))
            #expect(
                await ending {
                    try await auth.service.passkeys.add(foreign, by: first.holder, origin: AuthFixture.here)
                } == "passkey-invalid")
            let added = try await add(auth, device, by: first)
            #expect(await ending { try await add(auth, device, by: other) } == "passkey-invalid")
            _ = try await auth.service.passkeys.remove(
                .init(id: added.id), by: other.holder, origin: AuthFixture.here)
            #expect(try await auth.number("SELECT count(*) FROM passkey") == 1)
            _ = try await auth.service.passkeys.remove(
                .init(id: added.id), by: first.holder, origin: AuthFixture.here)
            #expect(try await auth.number("SELECT count(*) FROM passkey") == 0)
        }
    }

    @Test func `A challenge accepts one answer, even from an authenticator without a counter`() async throws {
        try await AuthFixture.with(policy: Self.policy) { auth in
            let first = try await auth.signUp()
            let device = SoftwareAuthenticator(signCount: 0)
            _ = try await add(auth, device, by: first)
            let challenge = try await challenge(auth)
            #expect(await ending { try await signIn(auth, try device.assertion(challenge)) } == "ok")
            #expect(await ending { try await signIn(auth, try device.assertion(challenge)) } == "passkey-invalid")
        }
    }

    @Test func `An answer to one ceremony is not accepted by another`() async throws {
        try await AuthFixture.with(policy: Self.policy) { auth in
            let first = try await auth.signUp()
            var device = SoftwareAuthenticator()
            let options = try await auth.service.passkeys.begin(Empty(), by: first.holder, origin: AuthFixture.here)
            let wrong = Auth.AddPasskey.Params(
                clientData: device.clientData("webauthn.get", options.challenge), attestation: device.attestation(),
                name: PasskeyName(unchecked: "Phone"))
            #expect(
                await ending {
                    try await auth.service.passkeys.add(wrong, by: first.holder, origin: AuthFixture.here)
                } == "passkey-invalid")
            _ = try await add(auth, device, by: first)
            device.signCount = 2
            let created = try device.assertion(try await challenge(auth), type: "webauthn.create")
            #expect(await ending { try await signIn(auth, created) } == "passkey-invalid")
        }
    }

    @Test func `A passkey of another account does not prove presence`() async throws {
        try await AuthFixture.with(policy: Self.policy) { auth in
            let first = try await auth.signUp()
            let other = try await auth.signUp("bob@example.org")
            var device = SoftwareAuthenticator()
            _ = try await add(auth, device, by: other)
            device.signCount = 2
            let proof = try device.assertion(try await challenge(auth))
            #expect(
                await ending {
                    try await auth.service.presence.prove(
                        .init(passkey: proof), by: first.holder, origin: AuthFixture.here)
                } == "passkey-invalid")
        }
    }

    @Test func `A password alone does not add a factor to an account with a passkey`() async throws {
        try await AuthFixture.with(policy: Self.policy) { auth in
            let first = try await auth.signUp()
            var device = SoftwareAuthenticator()
            let passkey = try await add(auth, device, by: first)
            let thief = try await auth.login()
            let set = { (tokens: Auth.Tokens) in
                try await auth.service.authenticators.set(Empty(), by: tokens.holder, origin: AuthFixture.here)
            }
            #expect(await ending { try await set(thief) } == "step-up-required")
            #expect(await ending { try await add(auth, SoftwareAuthenticator(), by: thief) } == "step-up-required")
            let remove = {
                try await auth.service.passkeys.remove(
                    .init(id: passkey.id), by: thief.holder, origin: AuthFixture.here)
            }
            #expect(await ending { try await remove() } == "step-up-required")
            device.signCount = 2
            let owner = try await signIn(auth, try device.assertion(try await challenge(auth)))
            #expect(await ending { try await set(owner) } == "ok")
        }
    }

    @Test func `Without an origin in the settings there are no passkeys`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            #expect(await ending { try await challenge(auth) } == "passkeys-off")
            #expect(
                await ending {
                    try await auth.service.passkeys.begin(Empty(), by: first.holder, origin: AuthFixture.here)
                } == "passkeys-off")
        }
    }
}
