import AuthContract
import Contract
import Crypto
import RPC
import Testing
import Values
import Wire

@testable import AuthService

@Suite struct WorkPolicyTests {
    @Test(arguments: [
        (50, 0, 0), (49, 49, 0), (50, 25, 0), (50, 26, 14), (100, 67, 16), (100, 92, 19), (100, 99, 19), (100, 100, 20),
    ])
    func `The work grows with the share of codes that nobody enters`(_ sent: Int64, _ unentered: Int64, _ bits: Int) {
        #expect(WorkPolicy().bits(after: CodeUse(sent: sent, unentered: unentered)) == bits)
    }

    @Test func `Settings can turn the work off, but work that is owed has at least one bit`() {
        let attack = CodeUse(sent: 1_000, unentered: 1_000)
        #expect(WorkPolicy(bits: 0).bits(after: attack) == 0)
        #expect(WorkPolicy(share: 100).bits(after: attack) == 0)
        #expect(WorkPolicy(share: 0, bits: 3).bits(after: CodeUse(sent: 1_000, unentered: 1)) == 1)
    }
}

@Suite struct WorkSealTests {
    private let seal = WorkSeal(key: .init(data: [UInt8](repeating: 5, count: 32)))
    private let now = Instant(milliseconds: 1_795_243_200_000)
    private var end: Instant { now.advanced(bySeconds: 300) }

    private func challenge(bits: Int = 8, _ kind: String = "sms", _ recipient: String = "+375291234567")
        -> WorkChallenge
    {
        seal.challenge(bits: bits, kind: kind, recipient: recipient, expiresAt: end, using: .system)
    }

    private func solved(
        _ work: Auth.Work, _ kind: String = "sms", _ recipient: String = "+375291234567", at time: Instant? = nil
    ) -> WorkSeal.Solved? {
        seal.solved(work, kind: kind, recipient: recipient, now: time ?? now)
    }

    @Test func `A solution is good for its kind of code and recipient, until the challenge expires`() {
        let work = Auth.Work.solving(challenge(), bits: 8)
        #expect(solved(work)?.expiresAt == end)
        #expect(solved(work, at: end.advanced(bySeconds: -1)) != nil && solved(work, at: end) == nil)
        #expect(solved(work, "reset") == nil && solved(work, "sms", "+375291234568") == nil)
        #expect(challenge() != challenge())
        #expect(challenge().text.utf8.count == 40, "with a solution it fits into one block of SHA-256")
    }

    @Test func `Too little work is refused`() throws {
        let challenge = challenge(bits: 12)
        let lazy = try #require(
            (0..<100_000).lazy.map { Auth.Work(challenge: challenge, solution: WorkSolution(unchecked: $0)) }
                .first { WorkSeal.zeroBits(of: $0) == 11 })
        #expect(solved(lazy) == nil)
        #expect(solved(.solving(challenge, bits: 12)) != nil)
    }

    @Test func `An altered challenge is refused, whatever its solution`() throws {
        let bytes = try #require(Base64URL.decode(challenge(bits: 1).text))
        for index in bytes.indices {
            var altered = bytes
            altered[index] ^= 1
            let forged = WorkChallenge(unchecked: Base64URL.encode(altered))
            #expect(solved(.solving(forged, bits: 2)) == nil)
        }
        for text in ["", "A", Base64URL.encode(bytes + [0]), Base64URL.encode(bytes.dropLast())] {
            #expect(solved(.solving(WorkChallenge(unchecked: text), bits: 1)) == nil)
        }
    }

    @Test func `The bits of a hash are counted from its beginning, as clients count them`() {
        let text = WorkChallenge(unchecked: "abc")
        for solution in 0..<300 {
            let hash = Array(SHA256.hash(data: Array("abc\(solution)".utf8)))
            let bits = hash.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
            let work = Auth.Work(challenge: text, solution: WorkSolution(unchecked: solution))
            #expect(WorkSeal.zeroBits(of: work) == bits.firstIndex(of: 1) ?? 256)
        }
    }
}

/// The proof of work in the methods that send codes to strangers.
@Suite(.serialized) struct WorkTests {
    /// A method by which strangers request codes.
    enum Requested: CaseIterable, Sendable {
        case phone, registration, reset

        var kind: CodeKind {
            switch self {
            case .phone: .sms
            case .registration: .registration
            case .reset: .reset
            }
        }

        /// The address or number with an account.
        var owner: String { self == .phone ? AuthFixture.ada : "ada@example.org" }

        /// The address or number without an account that has this index.
        func stranger(_ index: Int) -> String {
            self == .phone ? "+37529\(3_000_000 + index * 10_000)" : "user\(index)@example.org"
        }

        func request(
            _ recipient: String, work: Auth.Work? = nil, device: DeviceToken? = nil, at auth: AuthFixture,
            from address: String = "198.51.100.7"
        ) async throws {
            let origin = AuthFixture.from(address)
            switch self {
            case .phone:
                _ = try await auth.service.phoneSignIn.requestCode(
                    .init(phone: PhoneNumber(unchecked: recipient), deviceToken: device, work: work), origin: origin)
            case .registration:
                _ = try await auth.service.registration.register(
                    .init(
                        login: DisplayName(unchecked: "somebody"), email: EmailAddress(unchecked: recipient),
                        password: AuthFixture.goodPassword,
                        declaration: .init(isNotGovernmentMilitary: true, version: DeclarationText.version), work: work),
                    origin: origin)
            case .reset:
                _ = try await auth.service.passwordReset.request(
                    .init(email: EmailAddress(unchecked: recipient), deviceToken: device, work: work), origin: origin)
            }
        }

        /// Returns the work that a request is refused for; `nil` if it is not.
        func required(_ recipient: String, at auth: AuthFixture, work: Auth.Work? = nil) async throws
            -> Auth.RequiredWork?
        {
            let error = await rpcError { try await request(recipient, work: work, at: auth) }
            guard let error else { return nil }
            #expect(error.reason == "work-required" && error.code == .forbidden)
            return try JSONCoding.decode(Auth.RequiredWork.self, from: try #require(error.details))
        }
    }

    private static var policy: AuthPolicy {
        var policy = AuthPolicy()
        policy.work = WorkPolicy(minimumCodes: 10, bits: 8)
        return policy
    }

    /// Requests codes in vain from many networks, and waits until they have expired.
    private func attack(_ requested: Requested, _ auth: AuthFixture, count: Int = 10) async throws {
        for index in 0..<count {
            try await requested.request(
                requested.stranger(index), at: auth, from: "203.0.\(index).1")
        }
        auth.clock.advance(.seconds(601))
        try await auth.housekeeping().observeCodes()
    }

    private func signUp(_ requested: Requested, _ auth: AuthFixture) async throws -> DeviceToken? {
        guard requested == .phone else { return try await auth.signUp().deviceToken }
        let tokens = try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person())
        auth.clock.advance(.seconds(60))
        return tokens.deviceToken
    }

    @Test(arguments: Requested.allCases)
    func `Strangers work for codes while nobody enters any, with an account or without one`(_ requested: Requested)
        async throws
    {
        try await AuthFixture.with(policy: Self.policy) { auth in
            _ = try await signUp(requested, auth)
            try await attack(requested, auth, count: 8)
            #expect(try await requested.required(requested.stranger(50), at: auth) == nil, "too few codes to tell")
            try await attack(requested, auth, count: 12)
            for recipient in [requested.owner, requested.stranger(60)] {
                let required = try #require(try await requested.required(recipient, at: auth))
                #expect(required.bits > 1)
                let work = Auth.Work.solving(required.challenge, bits: required.bits)
                #expect(try await requested.required(recipient, at: auth, work: work) == nil)
            }
        }
    }

    @Test(arguments: Requested.allCases)
    func `A proof of work is used once, for its recipient, and within five minutes`(_ requested: Requested)
        async throws
    {
        try await AuthFixture.with(policy: Self.policy) { auth in
            try await attack(requested, auth)
            let (recipient, other) = (requested.stranger(60), requested.stranger(61))
            func solve() async throws -> Auth.Work {
                let required = try #require(try await requested.required(recipient, at: auth))
                return .solving(required.challenge, bits: required.bits)
            }
            let work = try await solve()
            let again = try await requested.required(other, at: auth, work: work)
            #expect(again != nil && again?.challenge != work.challenge)
            #expect(try await requested.required(recipient, at: auth, work: work) == nil)
            auth.clock.advance(.seconds(60))
            #expect(try await requested.required(recipient, at: auth, work: work) != nil)
            let late = try await solve()
            auth.clock.advance(.seconds(300))
            #expect(try await requested.required(recipient, at: auth, work: late) != nil)
            #expect(try await auth.number("SELECT count(*) FROM spent_work") == 1)
            try await auth.housekeeping().sweep()
            #expect(try await auth.number("SELECT count(*) FROM spent_work") == 0)
        }
    }

    @Test(arguments: [Requested.phone, .reset])
    func `Known devices owe no work`(_ requested: Requested) async throws {
        try await AuthFixture.with(policy: Self.policy) { auth in
            let device = try #require(try await signUp(requested, auth))
            try await attack(requested, auth)
            #expect(try await requested.required(requested.owner, at: auth) != nil)
            #expect(await ending { try await requested.request(requested.owner, device: device, at: auth) } == "ok")
            #expect(
                await ending { try await requested.request(requested.stranger(60), device: device, at: auth) }
                    == "work-required")
        }
    }

    @Test func `A signed-in person owes no work`() async throws {
        try await AuthFixture.with(policy: Self.policy) { auth in
            try await attack(.phone, auth)
            try await attack(.registration, auth)
            let required = try #require(try await Requested.registration.required("bob@example.org", at: auth))
            try await Requested.registration.request(
                "bob@example.org", work: .solving(required.challenge, bits: required.bits), at: auth)
            let ids = try await auth.texts("SELECT id FROM registration ORDER BY created_at DESC LIMIT 1")
            let id = Identifier(unchecked: try #require(ids.first))
            let bob = try await auth.verify(id, try #require(await auth.codes("bob@example.org").last))
            #expect(
                await ending {
                    try await auth.service.phoneChange.setPhone(
                        .init(phone: PhoneNumber(unchecked: "+375295555555")), by: bob.holder, origin: AuthFixture.here)
                } == "ok")
            #expect(
                await ending {
                    try await auth.service.emailChange.setEmail(
                        .init(email: EmailAddress(unchecked: "robert@example.org"), password: AuthFixture.goodPassword),
                        by: bob.holder, origin: AuthFixture.here)
                } == "ok")
        }
    }

    @Test func `Codes that people enter cost nobody work, and an attack is over an hour later`() async throws {
        try await AuthFixture.with(policy: Self.policy) { auth in
            for index in 0..<12 {
                let phone = Requested.phone.stranger(index)
                try await Requested.phone.request(phone, at: auth, from: "203.0.\(index).1")
                let id = try #require(await auth.texts("SELECT id FROM phone_challenge WHERE phone = '\(phone)'").first)
                _ = try await auth.verifyCode(Identifier(unchecked: id), try #require(await auth.smsCodes(phone).last))
            }
            auth.clock.advance(.seconds(601))
            try await auth.housekeeping().observeCodes()
            #expect(try await Requested.phone.required(Requested.phone.stranger(30), at: auth) == nil)
            try await attack(.reset, auth)
            #expect(try await Requested.reset.required("new@example.org", at: auth) != nil)
            #expect(try await Requested.phone.required(Requested.phone.stranger(31), at: auth) == nil)
            auth.clock.advance(.seconds(3_600))
            try await auth.housekeeping().observeCodes()
            #expect(try await Requested.reset.required("new@example.org", at: auth) == nil)
        }
    }

    @Test func `A code that a person enters leaves the earlier ones unentered, and useless`() async throws {
        try await AuthFixture.with(policy: Self.policy) { auth in
            for _ in 0..<3 {
                for index in 0..<4 {
                    try await Requested.phone.request(
                        Requested.phone.stranger(index), at: auth, from: "203.0.\(index).1")
                }
                auth.clock.advance(.seconds(61))
            }
            for index in 0..<4 {
                let phone = Requested.phone.stranger(index)
                let ids = try await auth.texts(
                    "SELECT id FROM phone_challenge WHERE phone = '\(phone)' ORDER BY created_at DESC"
                ).map(Identifier.init(unchecked:))
                let codes = try await auth.smsCodes(phone)
                let entered = try await auth.verifyCode(try #require(ids.first), try #require(codes.last))
                _ = try await auth.complete(entered.registrationToken)
                let earlier = await ending {
                    try await auth.verifyCode(try #require(ids.last), try #require(codes.first))
                }
                #expect(earlier == "code-expired")
            }
            auth.clock.advance(.seconds(601))
            try await auth.housekeeping().observeCodes()
            #expect(try await Requested.phone.required(Requested.phone.stranger(30), at: auth) != nil)
        }
    }

    @Test func `A request without a proof costs no hash and no mail`() async throws {
        try await AuthFixture.with(policy: Self.policy) { auth in
            try await attack(.registration, auth)
            let hashes = auth.derivation.count
            #expect(try await Requested.registration.required("new@example.org", at: auth) != nil)
            #expect(auth.derivation.count == hashes)
            #expect(try await auth.mails("new@example.org").isEmpty)
        }
    }
}

extension Auth.Work {
    /// Solves a challenge as clients do.
    fileprivate static func solving(_ challenge: WorkChallenge, bits: Int) -> Auth.Work {
        var work = Auth.Work(challenge: challenge, solution: WorkSolution(unchecked: 0))
        while WorkSeal.zeroBits(of: work) < bits {
            work.solution = WorkSolution(unchecked: work.solution.value + 1)
        }
        return work
    }
}
