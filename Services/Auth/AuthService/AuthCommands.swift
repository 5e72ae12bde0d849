import AuthContract
import Contract
import Database
import Postgres
import RPC
import ServiceRuntime
import Values

/// What an operator can do with `vokol-auth` besides running it.
enum AuthCommands {
    static let all: [ProcessCommand] = [
        ProcessCommand("migrate", summary: "Brings the database up to date and ends") { _, boot in
            try await AuthParts(boot).client.migrate(AuthMigrations.all, programVersion: AuthStore.programVersion)
            return 0
        },
        ProcessCommand(
            "make-account", usage: "EMAIL LOGIN",
            summary: "Makes an account unless the address has one; its password is the first line of standard input"
        ) { arguments, boot in
            guard arguments.count == 2, let email = EmailAddress(arguments[0]), let login = DisplayName(arguments[1])
            else { throw CommandFault("make-account needs an e-mail address and a login") }
            guard let password = readLine().flatMap({ Password($0) }) else {
                throw CommandFault("make-account reads a password of 8 to 128 characters from standard input")
            }
            let isNew = try await withService(boot) { service in
                try await service.makeAccount(login: login, email: email, password: password)
            }
            print(isNew ? "made an account for \(email)" : "\(email) has an account; nothing was changed")
            return 0
        },
        roleCommand("grant", summary: "Gives an account a role", granted: true),
        roleCommand("revoke", summary: "Takes a role from an account and ends its sessions", granted: false),
        ProcessCommand(
            "rotate-keys", summary: "Publishes the next signing key; it signs after keys.lead"
        ) { _, boot in
            try await withService(boot) { try await $0.keys.reload(isForced: true) }
            print("the next signing key is published")
            return 0
        },
    ]

    private static func roleCommand(_ name: String, summary: String, granted: Bool) -> ProcessCommand {
        let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
        return ProcessCommand(name, usage: "ROLE EMAIL|PHONE", summary: "\(summary): \(roles)") { arguments, boot in
            guard arguments.count == 2, let role = Role(rawValue: arguments[0]),
                let account = AccountName(arguments[1])
            else {
                throw CommandFault("\(name) needs one of the roles \(roles), and an e-mail address or telephone number")
            }
            let isChanged = try await withService(boot) { service in
                guard let change = try await service.setRole(role, of: account, granted: granted, by: nil) else {
                    throw CommandFault("no account is called \(account)")
                }
                return change.isChanged
            }
            print(isChanged ? "done" : "nothing to change")
            return 0
        }
    }

    /// Runs `body` with the use cases over a database that is up to date.
    private static func withService<Value: Sendable>(
        _ boot: Bootstrap, _ body: @Sendable @escaping (AuthService) async throws -> Value
    ) async throws -> Value {
        let parts = try AuthParts(boot)
        let service = try parts.service(wakeRelay: {})
        try await parts.client.migrate(AuthMigrations.all, programVersion: AuthStore.programVersion)
        return try await parts.database.whileOpen { try await body(service) }
    }
}

/// A command that was told something it cannot use.
struct CommandFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension AuthService {
    /// Makes an account without a code, for an operator; false if the e-mail address has one, which stays as it is.
    func makeAccount(login: DisplayName, email: EmailAddress, password: Password) async throws -> Bool {
        let hash = try await hashing.withSlot(until: nil) { try await $0.hash(password) }
        return try await store.inTransaction { transaction in
            let now = try await transaction.now()
            let account = NewAccount(
                id: makeID(at: now), login: login, email: email, passwordHash: hash.text,
                declarationVersion: "operator", declaredAt: now)
            guard try await transaction.insertAccount(account, now: now) else { return false }
            try await transaction.audit(
                AuditEntry(event: .accountMade, account: account.id, origin: .operator), now: now)
            return true
        }
    }
}
