import AuthContract
import Contract
import GatewayClient
import Machine
import Platform
import Values
import VokolClient
import Wire

/// The accounts for load tests of an instance, registered once with codes from the instance's outbox and then reused.
///
/// They are registered like those of users. A gateway on this machine is called from many addresses of loopback: its
/// limits on the registrations of one address do not apply to all accounts together.
struct AccountPool {
    struct Account: Codable, Sendable {
        var email: String
        var password: String
        var refreshToken: String?
    }

    /// The number of bytes at the end of the outbox, which may be long, to search for a code.
    private static let outboxBytes = 256 << 10

    /// The number of accounts that call from one address; less than the hourly limit on registrations.
    private static let accountsPerAddress = 50

    private let instance: InstanceDirectory
    private let address: GatewayAddress
    private var file: String { "\(instance.secrets)/load-accounts.json" }

    init(instance: InstanceDirectory, address: GatewayAddress) {
        self.instance = instance
        self.address = address
    }

    /// Signs in to `count` accounts, registers missing ones, and returns the access tokens.
    func accessTokens(_ count: Int, progress: (String) -> Void) async throws -> [String] {
        var accounts: [Account] = []
        if let bytes = try Files.read(file) { accounts = try JSONCoding.decode([Account].self, from: bytes) }
        if accounts.count < count { progress("Registering \(count - accounts.count) accounts") }
        var tokens: [String] = []
        for first in stride(from: 0, to: count, by: Self.accountsPerAddress) {
            let caller = AccountCaller(
                gateway: try GatewayCaller(address, from: source(first / Self.accountsPerAddress)))
            do {
                for index in first..<min(first + Self.accountsPerAddress, count) {
                    if index == accounts.count {
                        let (account, token) = try await register(index, caller)
                        accounts.append(account)
                        tokens.append(token)
                    } else {
                        tokens.append(try await signIn(&accounts[index], caller))
                    }
                }
            } catch {
                try save(accounts)
                throw error
            }
            await caller.gateway.close()
            progress("\(tokens.count) of \(count) accounts signed in")
        }
        try save(accounts)
        return tokens
    }

    /// Returns the address to call from: one of loopback in a network of its own, if the gateway is on loopback.
    private func source(_ group: Int) -> String? {
        address.host.hasPrefix("127.") || address.host == "localhost"
            ? "127.\(16 + group / 256 % 200).\(group % 256).1" : nil
    }

    private func save(_ accounts: [Account]) throws {
        try Files.write(try JSONCoding.encode(accounts), to: file, mode: Files.secretMode)
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
            password: String(try instance.secret("load-password").prefix(24)))
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

/// Makes the calls of accounts over one connection, and repeats those that a limit postpones.
private struct AccountCaller {
    /// The most tries of a call, and the longest wait before one.
    private static let maximumTries = 20
    private static let maximumWait = Duration.seconds(10)

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
                guard problem.code == .quotaExceeded, let wait = problem.retryAfter, wait <= Self.maximumWait else {
                    throw problem
                }
                try await Task.sleep(for: wait)
            }
        }
        return try await gateway.call(method, params)
    }
}
