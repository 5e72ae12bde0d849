import AuthContract
import Contract
import RPC
import Synchronization
import Testing
import Values

@testable import AuthService

@Suite struct PasswordHashTests {
    @Test func `scrypt matches the test vector of RFC 7914`() throws {
        let key = try ScryptDerivation().derive(
            from: Array("pleaseletmein".utf8), salt: Array("SodiumChloride".utf8), byteCount: 64,
            ScryptParameters(logCost: 14, blockSize: 8, parallelism: 1))
        #expect(
            Hex.encode(key)
                == "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887")
    }

    @Test func `A hash is written with its parameters and parsed again`() throws {
        let hash = PasswordHash(
            parameters: .standard, salt: [UInt8](repeating: 0xFB, count: 16), key: [UInt8](repeating: 0xFF, count: 32))
        #expect(
            hash.text
                == "$scrypt$ln=14,r=8,p=5$+/v7+/v7+/v7+/v7+/v7+w$//////////////////////////////////////////8")
        #expect(PasswordHash(hash.text) == hash)
    }

    @Test(arguments: [
        "", "scrypt", "$scrypt$ln=14,r=8,p=5$AAAA", "$argon2id$ln=14,r=8,p=5$AAAA$AAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=14,r=8$AAAA$AAAAAAAAAAAAAAAAAAAAAA", "$scrypt$r=8,ln=14,p=5$AAAA$AAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=63,r=8,p=5$AAAA$AAAAAAAAAAAAAAAAAAAAAA", "$scrypt$ln=-1,r=8,p=5$AAAA$AAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=20,r=32,p=1$AAAA$AAAAAAAAAAAAAAAAAAAAAA", "$scrypt$ln=x,r=8,p=5$AAAA$AAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=14,r=8,p=5$A-_A$AAAAAAAAAAAAAAAAAAAAAA", "$scrypt$ln=14,r=8,p=5$$AAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=14,r=8,p=5$AAAA$AAAA", "$scrypt$ln=14,r=8,p=5$AAAA$AAAAAAAAAAAAAAAAAAAAAA$",
        "$scrypt$ln=9223372036854775807,r=8,p=5$AAAA$AAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=14,r=9223372036854775807,p=5$AAAA$AAAAAAAAAAAAAAAAAAAAAA",
    ])
    func `Malformed hashes are refused`(_ text: String) {
        #expect(PasswordHash(text) == nil)
    }
}

@Suite struct HashingPoolTests {
    private let turn = HashingTurn(.operator)

    private func pool(
        threads: Int = 2, queue: Int = 10, _ derivation: any KeyDerivation = CountingDerivation(),
        parameters: ScryptParameters = .standard
    ) -> HashingPool {
        HashingPool(
            HashingPool.Capacity(threads: threads, queue: queue), parameters: parameters, derivation: derivation)
    }

    private func attempt(_ text: String) -> PasswordAttempt { PasswordAttempt(unchecked: text) }

    @Test func `A password matches its own hash only`() async throws {
        let pool = HashingPool(HashingPool.Capacity(threads: 1, queue: 1))
        try await pool.withSlot(turn) { slot in
            let hash = try await slot.hash(Password(unchecked: "correct horse"))
            #expect(try await slot.isPassword(attempt("correct horse"), of: hash))
            #expect(try await !slot.isPassword(attempt("correct horsf"), of: hash))
            #expect(hash.parameters == .standard)
            let again = try await slot.hash(Password(unchecked: "correct horse"))
            #expect(again.salt != hash.salt)
            #expect(again.key != hash.key)
        }
    }

    @Test func `Without a free slot a call is refused at once with a retry time`() async throws {
        let pool = pool(threads: 1, queue: 0)
        let (held, hold) = AsyncStream<Void>.makeStream()
        let (release, letGo) = AsyncStream<Void>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    try await pool.withSlot(turn) { _ in
                        hold.yield()
                        for await _ in release {}
                    }
                }
            }
            var entered = held.makeAsyncIterator()
            for _ in 0..<2 { await entered.next() }
            let refusal = await rpcError { try await pool.withSlot(turn) { _ in } }
            #expect(refusal?.code == .overloaded)
            #expect(refusal?.reason == "hashing-busy")
            #expect((refusal?.retryAfterMilliseconds ?? 0) > 0)
            letGo.finish()
            try await group.waitForAll()
        }
        #expect(pool.inUse == 0)
        #expect(await ending { try await pool.withSlot(turn) { _ in } } == "ok")
    }

    @Test func `A slot is released when its call fails`() async throws {
        struct Failure: Error {}
        let pool = pool()
        for _ in 0..<100 {
            await #expect(throws: Failure.self) { try await pool.withSlot(turn) { _ in throw Failure() } }
        }
        #expect(pool.inUse == 0)
    }

    @Test func `A call past its deadline is not hashed`() async throws {
        let derivation = CountingDerivation()
        let pool = pool(derivation)
        let late = HashingTurn(CallOrigin(deadline: .now - .seconds(1)))
        let result = await rpcError {
            try await pool.withSlot(late) { try await $0.hash(Password(unchecked: "x")) }
        }
        #expect(result?.code == .deadlineExceeded)
        #expect(derivation.count == 0)
    }

    @Test func `A hash with outdated parameters is renewed, a current one kept`() async throws {
        let derivation = CountingDerivation()
        let old = pool(derivation, parameters: ScryptParameters(logCost: 12, blockSize: 8, parallelism: 1))
        let hash = try await old.withSlot(turn) { try await $0.hash(Password(unchecked: "correct horse")) }
        try await pool(derivation).withSlot(turn) { slot in
            let renewed = try #require(try await slot.renewed(hash, for: attempt("correct horse")))
            #expect(renewed.parameters == .standard)
            #expect(try await slot.isPassword(attempt("correct horse"), of: renewed))
            #expect(try await slot.renewed(renewed, for: attempt("correct horse")) == nil)
        }
    }

    @Test func `No password matches the decoy hash`() async throws {
        let pool = pool()
        let decoy = pool.decoy()
        #expect(PasswordHash(decoy.text) == decoy)
        try await pool.withSlot(turn) { slot in
            for text in ["", "password", String(repeating: "x", count: 1_024)] {
                let isRight = try await slot.isPassword(attempt(text), of: decoy)
                #expect(!isRight)
            }
        }
    }
}
