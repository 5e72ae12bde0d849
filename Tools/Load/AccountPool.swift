import AuthContract
import Contract
import GatewayClient
import Machine
import Platform
import RPC
import ServiceRuntime
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
                connection: try await LineConnection.open(address, from: source(first / Self.accountsPerAddress)))
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
            await caller.connection.close()
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
        if let token = account.refreshToken,
            case .result(let bytes) = try await caller.call(Auth.Refresh.self, ["refreshToken=\(token)"])
        {
            return try keep(bytes, in: &account)
        }
        let bytes = try await caller.result(
            Auth.Login.self, ["email=\(account.email)", "password=\(account.password)"])
        return try keep(bytes, in: &account)
    }

    private func keep(_ bytes: [UInt8], in account: inout Account) throws -> String {
        let session = try ResultDecoder.decode(DemonstrationAccount.Session.self, from: bytes)
        account.refreshToken = session.refreshToken
        return session.accessToken
    }

    private func register(_ index: Int, _ caller: AccountCaller) async throws -> (Account, String) {
        struct Challenge: Decodable { var challengeId: String }
        struct Declaration: Decodable { var version: String }
        let suffix = String(try instance.secret("identifier").lowercased().filter { $0 != "_" && $0 != "-" }.prefix(8))
        var account = Account(
            email: "load-\(index)-\(suffix)@vokol.example",
            password: String(try instance.secret("load-password").prefix(24)))
        let declaration = try JSONCoding.decode(
            Declaration.self, from: try await caller.result(Auth.CurrentDeclaration.self, []), unknownMembers: .ignored)
        let bytes = try await caller.result(
            Auth.Register.self,
            [
                "login=load \(index)", "email=\(account.email)", "password=\(account.password)",
                "declaration.isNotGovernmentMilitary=true", "declaration.version=\(declaration.version)",
            ])
        let challenge = try ResultDecoder.decode(Challenge.self, from: bytes)
        let code = try await code(sentTo: account.email)
        let session = try await caller.result(
            Auth.VerifyEmail.self, ["challengeId=\(challenge.challengeId)", "code=\(code)"])
        let token = try keep(session, in: &account)
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
    private static let maximumWait: Int64 = 10_000

    let connection: LineConnection

    func result<M: Method>(_ method: M.Type, _ words: [String]) async throws -> [UInt8] {
        switch try await call(method, words) {
        case .result(let bytes): return bytes
        case .failure(let failure):
            let hint =
                failure.code == .quotaExceeded
                ? "\n  to register many accounts, run the instance with VOKOL_REGISTRATIONS_PLACE_LIMIT=100000 "
                    + "VOKOL_MAIL_BUDGET=1000000 "
                    + "VOKOL_LIMITS_ADDRESS_RATE=10000 VOKOL_LIMITS_ADDRESS_BURST=10000" : ""
            throw OperatorError(failure.text(method: M.declaration.name) + hint)
        }
    }

    func call<M: Method>(_ method: M.Type, _ words: [String]) async throws -> GatewayAnswer {
        guard let shape = try MethodShape(M.declaration.name) else {
            throw OperatorError("unknown method \(M.declaration.name)")
        }
        let call = OutgoingCall(declaration: shape.declaration, parameters: try CallParameters(words, for: shape))
        for _ in 1..<Self.maximumTries {
            let answer = try await connection.answer(call)
            guard case .failure(let failure) = answer, failure.code == .quotaExceeded,
                let wait = failure.retryAfterMilliseconds, wait <= Self.maximumWait
            else { return answer }
            try await Task.sleep(for: .milliseconds(wait))
        }
        return try await connection.answer(call)
    }
}
