import AuthContract
import Contract
import GatewayClient
import Machine
import Platform
import Synchronization
import Values
import VokolClient
import Wire

/// The accounts for load tests of an instance, registered once with codes from the instance's outbox and then reused.
///
/// They are registered like those of users. A gateway on this machine is called from many addresses of loopback: its
/// limits on the registrations of one address do not apply to all accounts together. The calls from different addresses
/// run at the same time; the server hashes one password per core at a time.
struct AccountPool {
    struct Account: Codable, Sendable {
        var email: String
        var password: String
        var refreshToken: String?

        /// The number that the address contains, counted from 0.
        var index: Int? { email.split(separator: "-").dropFirst().first.flatMap { Int($0) } }
    }

    /// The number of bytes at the end of the outbox, which may be long, to search for a code.
    private static let outboxBytes = 256 << 10

    /// The number of accounts that call from one address; less than the hourly limit on registrations.
    private static let accountsPerAddress = 25

    /// The secret of the instance from which the accounts' passwords are made.
    private static let passwordSecret = "load-password"

    private let instance: InstanceDirectory
    private let address: GatewayAddress
    private var file: String { "\(instance.secrets)/load-accounts.json" }

    init(instance: InstanceDirectory, address: GatewayAddress) {
        self.instance = instance
        self.address = address
    }

    /// The number of addresses from which calls are made at the same time.
    private static let width = 4

    /// The number of accounts after which progress is reported.
    private static let step = 25

    /// Signs in to `count` accounts, registers missing ones, and returns the access tokens.
    func accessTokens(_ count: Int, progress: @escaping @Sendable (String) -> Void) async throws -> [String] {
        let accounts = try stored()
        let missing = (0..<count).count { accounts[$0] == nil }
        if missing > 0 { progress("Registering \(missing) accounts") }
        // Makes the secret, which calls at the same time would make several times.
        _ = try instance.secret(Self.passwordSecret)
        let ready = SignedIn()
        do {
            try await prepare(count, accounts) { index, account, token in
                let done = ready.add(account, token, at: index)
                if done % Self.step == 0 || done == count { progress("\(done) of \(count) accounts signed in") }
            }
        } catch {
            try save(accounts, ready.accounts)
            throw error
        }
        try save(accounts, ready.accounts)
        return ready.tokens
    }

    /// Reads the accounts that were registered before, by number.
    private func stored() throws -> [Int: Account] {
        guard let bytes = try Files.read(file) else { return [:] }
        let accounts = try JSONCoding.decode([Account].self, from: bytes)
        return Dictionary(accounts.compactMap { account in account.index.map { ($0, account) } }) { $1 }
    }

    /// Signs in to the first `count` accounts, or registers them, from several addresses at the same time.
    private func prepare(
        _ count: Int, _ known: [Int: Account], _ finish: @escaping @Sendable (Int, Account, String) -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, first) in stride(from: 0, to: count, by: Self.accountsPerAddress).enumerated() {
                if number >= Self.width { try await group.next() }
                let indices = first..<min(first + Self.accountsPerAddress, count)
                group.addTask { try await prepare(indices, known, from: source(number), finish) }
            }
            try await group.waitForAll()
        }
    }

    /// Signs in to the accounts of one address, or registers them, one after the other.
    private func prepare(
        _ indices: Range<Int>, _ known: [Int: Account], from source: String?,
        _ finish: (Int, Account, String) -> Void
    ) async throws {
        let caller = AccountCaller(gateway: try GatewayCaller(address, from: source))
        do {
            for index in indices {
                if var account = known[index] {
                    let token = try await signIn(&account, caller)
                    finish(index, account, token)
                } else {
                    let (account, token) = try await register(index, caller)
                    finish(index, account, token)
                }
            }
        } catch {
            await caller.gateway.close()
            throw error
        }
        await caller.gateway.close()
    }

    /// Returns the address to call from: one of loopback in a network of its own, if the gateway is on loopback.
    private func source(_ group: Int) -> String? {
        address.host.hasPrefix("127.") || address.host == "localhost"
            ? "127.\(16 + group / 256 % 200).\(group % 256).1" : nil
    }

    /// Stores the accounts, with the new sessions of those that are ready.
    private func save(_ accounts: [Int: Account], _ ready: [Int: Account]) throws {
        let all = accounts.merging(ready) { $1 }.sorted { $0.key < $1.key }.map(\.value)
        try Files.write(try JSONCoding.encode(all), to: file, mode: Files.secretMode)
    }

    /// Refreshes the session, which needs no password hashing; signs in if the session has ended.
    private func signIn(_ account: inout Account, _ caller: AccountCaller) async throws -> String {
        if let token = account.refreshToken {
            do {
                let tokens = try await caller.call(
                    Auth.Refresh.self, .init(refreshToken: RefreshToken(unchecked: token)))
                return keep(tokens, in: &account)
            } catch is Problem {
                // The session has ended.
            }
        }
        let tokens = try await caller.result(
            Auth.Login.self,
            .init(
                email: EmailAddress(unchecked: account.email), password: PasswordAttempt(unchecked: account.password)))
        return keep(tokens, in: &account)
    }

    private func keep(_ tokens: Auth.Tokens, in account: inout Account) -> String {
        account.refreshToken = tokens.refreshToken.text
        return tokens.accessToken
    }

    private func register(_ index: Int, _ caller: AccountCaller) async throws -> (Account, String) {
        let suffix = String(try instance.secret("identifier").lowercased().filter { $0 != "_" && $0 != "-" }.prefix(8))
        var account = Account(
            email: "load-\(index)-\(suffix)@vokol.example",
            password: String(try instance.secret(Self.passwordSecret).prefix(24)))
        let declaration = try await caller.result(Auth.CurrentDeclaration.self, Empty())
        let challenge = try await caller.result(
            Auth.Register.self,
            .init(
                login: DisplayName(unchecked: "load \(index)"), email: EmailAddress(unchecked: account.email),
                password: Password(unchecked: account.password),
                declaration: .init(isNotGovernmentMilitary: true, version: declaration.version)))
        let code = try await code(sentTo: account.email)
        let tokens = try await caller.result(
            Auth.VerifyEmail.self, .init(challengeId: challenge.challengeId, code: OneTimeCode(unchecked: code)))
        let token = keep(tokens, in: &account)
        return (account, token)
    }

    /// Waits for the newest code sent to an address, which it finds in the outbox.
    private func code(sentTo email: String) async throws -> String {
        struct Message: Decodable {
            var to: String
            var text: String
        }
        for _ in 0..<500 {
            let lines = FileBytes.tail(instance.outbox, count: Self.outboxBytes).split(separator: UInt8(ascii: "\n"))
            for line in lines.reversed() {
                guard let message = try? JSONCoding.decode(Message.self, from: Array(line), unknownMembers: .ignored),
                    message.to == email,
                    let code = message.text.split(whereSeparator: { !$0.isNumber }).first(where: { $0.count == 6 })
                else { continue }
                return String(code)
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw OperatorError("no code for \(email) arrived in \(instance.outbox)")
    }
}

/// The accounts that are signed in, by number.
private final class SignedIn: Sendable {
    private let state = Mutex<[Int: (account: AccountPool.Account, token: String)]>([:])

    var accounts: [Int: AccountPool.Account] { state.withLock { $0.mapValues(\.account) } }
    /// The access tokens, in the order of the accounts.
    var tokens: [String] { state.withLock { $0.sorted { $0.key < $1.key }.map(\.value.token) } }

    /// Adds an account, and returns the number of accounts so far.
    func add(_ account: AccountPool.Account, _ token: String, at index: Int) -> Int {
        state.withLock { state in
            state[index] = (account, token)
            return state.count
        }
    }
}

/// Makes the calls of accounts over one connection, and repeats those that a limit or a busy server postpones.
private struct AccountCaller {
    /// The most tries of a call, and the longest wait before one.
    private static let maximumTries = 20
    private static let maximumWait = Duration.seconds(30)

    let gateway: GatewayCaller

    /// Makes a call that must succeed.
    func result<M: Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Result {
        do {
            return try await call(method, params)
        } catch let problem as Problem {
            let hint =
                problem.code == .quotaExceeded
                ? "\n  to register many accounts, run the instance with VOKOL_REGISTRATIONS_PLACE_LIMIT=100000 "
                    + "VOKOL_MAIL_BUDGET=1000000 "
                    + "VOKOL_LIMITS_ADDRESS_RATE=10000 VOKOL_LIMITS_ADDRESS_BURST=10000" : ""
            throw OperatorError(problem.text(method: M.declaration.name) + hint)
        }
    }

    func call<M: Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Result {
        for _ in 1..<Self.maximumTries {
            do {
                return try await gateway.call(method, params)
            } catch let problem as Problem {
                let isPostponed = problem.code == .quotaExceeded || problem.code == .overloaded
                guard isPostponed, let wait = problem.retryAfter, wait <= Self.maximumWait else { throw problem }
                try await Task.sleep(for: wait)
            }
        }
        return try await gateway.call(method, params)
    }
}
