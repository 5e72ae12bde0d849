import AuthContract
import Contract
import NIOCore
import RPC
import Synchronization
import Testing
import Values

@testable import Gateway

@Suite struct CallGateTests {
    private static let second: Int64 = 1_795_243_200
    private let signer = TokenSigner()
    private let tokens = AccessTokens(.init(issuer: "https://vokol.example", audience: "vokol", cacheCapacity: 64))

    /// A method whose calls cost five.
    private enum Dear: Method {
        typealias Params = Empty
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "museums.costly", service: .museums, access: .anyone, http: nil, cost: 5, idempotency: .idempotent)
    }

    private func gate(onUnknownKey: @escaping @Sendable () -> Void = {}) -> CallGate {
        CallGate(
            policies: CallGate.Policies(),
            limits: (RateLimiter(capacity: 64), CallsInFlight(capacity: 64)), tokens: tokens,
            onUnknownKey: onUnknownKey)
    }

    private func arrival() throws -> CallGate.Arrival {
        CallGate.Arrival(
            client: ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 1)).keys,
            now: .uptimeNanoseconds(3_600_000_000_000), time: Instant(milliseconds: Self.second * 1000))
    }

    private func token() throws -> [UInt8] {
        Array(try signer.token(TokenSigner.Claims(issuedAt: Self.second)).utf8)
    }

    /// The error of a call with the signer's token; `nil` if the token is accepted.
    private func fault(onUnknownKey: @escaping @Sendable () -> Void = {}) throws -> RPCError? {
        let (gate, arrival) = (gate(onUnknownKey: onUnknownKey), try arrival())
        var memo = TokenMemo()
        switch try token().withUnsafeBytes({ gate.authenticate($0, memo: &memo, arrival) }) {
        case .success: return nil
        case .failure(let error): return error
        }
    }

    @Test func `Tokens are neither valid nor invalid until a key is known, and a key is asked for`() throws {
        let asked = Atomic(0)
        let error = try #require(try fault { asked.add(1, ordering: .relaxed) })
        #expect(error.code == .unavailable)
        #expect(error.retryAfterMilliseconds == 200)
        #expect(asked.load(ordering: .relaxed) == 1)
        tokens.install([signer.published])
        #expect(try fault() == nil)
    }

    @Test func `Tokens of another key are invalid once a key is known`() throws {
        tokens.install([TokenSigner().published])
        #expect(try fault()?.code == .unauthenticated)
    }

    @Test func `A gate with new limits keeps counting the calls of the former one`() throws {
        tokens.install([signer.published])
        let (route, arrival, token) = (try Route(Dear.self, index: -1), try arrival(), try token())
        let old = gate()
        let new = old.with(CallGate.Policies(), inFlight: .init(user: .init(total: 2)))
        var memo = TokenMemo()
        var callers: [VerifiedToken?] = []
        for gate in [old, old, new] {
            let verdict = token.withUnsafeBytes { gate.admit(route, token: $0, memo: &memo, arrival) }
            if case .admitted(let caller, _) = verdict { callers.append(caller) }
        }
        #expect(callers.count == 2)
        old.leave(try #require(callers.first), arrival.client, route)
        guard
            case .admitted(_, let quota) = token.withUnsafeBytes({ new.admit(route, token: $0, memo: &memo, arrival) })
        else {
            Issue.record("The call was refused.")
            return
        }
        // Four calls at a cost of five, the refused one included.
        #expect(quota.decision.remaining == 20)
    }

    @Test func `An event loop's copy of a gate shares its counts, and no policy`() throws {
        tokens.install([signer.published])
        let (route, arrival, token) = (try Route(Dear.self, index: -1), try arrival(), try token())
        let gate = gate()
        let copy = gate.copy()
        #expect(copy.policies == gate.policies)
        for policy in [\CallGate.Policies.user, \.address, \.open, \.guardLimit] {
            #expect(copy.policies[keyPath: policy] !== gate.policies[keyPath: policy])
        }
        #expect(copy.policies.address.network !== gate.policies.address.network)
        var (memo, remaining): (TokenMemo, [Int]) = (TokenMemo(), [])
        for gate in [gate, copy, gate] {
            let verdict = token.withUnsafeBytes { gate.admit(route, token: $0, memo: &memo, arrival) }
            if case .admitted(_, let quota) = verdict { remaining.append(quota.decision.remaining) }
        }
        #expect(remaining == [35, 30, 25])
        #expect(copy.inFlight.users.count(.user("ada")) == 3)
    }

    @Test func `A call costs its user, or its address, what the method declares`() throws {
        tokens.install([signer.published])
        let (route, arrival) = (try Route(Dear.self, index: -1), try arrival())
        for (token, policy, left) in [(try token(), "user", 35), ([], "address", 45)] as [([UInt8], String, Int)] {
            let gate = gate()
            var memo = TokenMemo()
            let verdict = token.withUnsafeBytes { bytes in
                gate.admit(route, token: bytes.isEmpty ? nil : bytes, memo: &memo, arrival)
            }
            guard case .admitted(_, let quota) = verdict else {
                Issue.record("The call was refused.")
                continue
            }
            #expect(quota.policy.name == policy && quota.decision.remaining == left)
        }
    }
}
