import AuthContract
import Contract
import Postgres
import RPC
import Testing
import Values

@testable import AuthService

/// Attacks by strangers on owners, on the operator's bill, and on everyone's sign-in.
@Suite(.serialized) struct StrangerLimitTests {
    private static let stranger = AuthFixture.from("203.0.113.9")

    @Test func `Ten requests by a stranger lock no owner out of reset, registration or sign-in by telephone`()
        async throws
    {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            for index in 0..<10 {
                auth.clock.advance(.seconds(60))
                let expected = index < 5 ? "ok" : "too-many"
                for ended in [
                    await ending { try await auth.requestReset(origin: Self.stranger) },
                    await ending { try await auth.register("new@example.org", origin: Self.stranger) },
                    await ending { try await auth.requestCode(origin: Self.stranger) },
                ] { #expect(ended.hasPrefix(expected) || (ended == "too-many-codes" && index > 2)) }
            }
            #expect(await ending { try await auth.requestReset() } == "ok")
            #expect(await ending { try await auth.register("new@example.org") } == "ok")
            #expect(await ending { try await auth.requestCode() } == "ok")
        }
    }

    @Test func `A network counts as one stranger, whichever of its addresses it uses`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            for network in ["203.0.113.", "2001:db8:7:"] {
                let ended = await endings(10) { index in
                    let address = network + (network.contains(":") ? "\(index)::1" : "\(index)")
                    return try await auth.requestReset(origin: AuthFixture.from(address))
                }
                #expect(ended == ["ok": 5, "too-many-resets": 5])
            }
        }
    }

    @Test func `Strangers from everywhere keep no known device from a code`() async throws {
        try await AuthFixture.with { auth in
            let device = try await auth.signUp().deviceToken
            let phoneDevice = try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person()).deviceToken
            _ = await endings(40) { index in
                try await auth.requestReset(origin: AuthFixture.from("198.51.\(index).1"))
            }
            _ = await endings(40) { index in try await auth.requestCode(origin: AuthFixture.from("198.51.\(index).1")) }
            #expect(await ending { try await auth.requestReset() } == "too-many-resets")
            #expect(await ending { try await auth.requestCode() } == "too-many-codes")
            // A device that is known to another account is a stranger's.
            #expect(await ending { try await auth.requestReset(device: phoneDevice) } == "too-many-resets")
            #expect(await ending { try await auth.requestCode(device: device) } == "too-many-codes")
            for _ in 0..<5 { #expect(await ending { try await auth.requestReset(device: device) } == "ok") }
            #expect(await ending { try await auth.requestReset(device: device) } == "too-many-resets")
            #expect(await ending { try await auth.requestCode(device: phoneDevice) } == "ok")
            #expect(await ending { try await auth.requestCode(device: phoneDevice) } == "too-many-codes")
        }
    }

    @Test func `A known device signs in, whatever strangers and its neighbours do`() async throws {
        try await AuthFixture.with { auth in
            let device = try await auth.signUp().deviceToken
            _ = await endings(50) { index in
                try await auth.login("ada@example.org", "no", origin: AuthFixture.from("198.51.\(index).1"))
            }
            _ = await endings(50) { index in try await auth.login("user\(index)@example.org", "no") }
            #expect(await ending { try await auth.login() } == "too-many-attempts")
            #expect(await ending { try await auth.login(device: device) } == "ok")
            for _ in 0..<5 {
                #expect(await ending { try await auth.login("ada@example.org", "no", device: device) } != "ok")
            }
            #expect(await ending { try await auth.login(device: device) } == "too-many-attempts")
        }
    }

    @Test func `A network gets four times the codes of one address, however many addresses it has`() async throws {
        var policy = AuthPolicy()
        policy.resets.perPlace.limit = 3
        try await AuthFixture.with(policy: policy) { auth in
            for network in ["2001:db8:7", "203.0.113"] {
                let ended = await endings(20) { index in
                    let address = network.contains(":") ? "\(network):\(index)::1" : "\(network).\(index)"
                    return try await auth.requestReset("user\(index)@example.org", origin: AuthFixture.from(address))
                }
                #expect(ended == ["ok": 12, "too-many-resets": 8])
            }
            #expect(await ending { try await auth.requestReset("user@example.org") } == "ok")
        }
    }

    @Test(arguments: [
        nil, "192.0.2.7", "::ffff:192.0.2.7", "2001:db8:1:2:3:4:5:6", "::1", "fe80::1", "0.0.0.0", "nonsense", "1.2.3",
    ])
    func `The database and the service know a place by the same network`(_ address: String?) async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.requestReset(origin: CallOrigin(address: address))
            let networks = try await auth.texts("SELECT network FROM password_reset")
            #expect(networks == [NetworkPlace(address: address).network])
        }
    }
}
