import AuthContract
import Contract
import Database
import Postgres
import RPC
import ServiceRuntime
import Values

/// The commands of `vokol-auth`.
enum AuthCommands {
    static let all: [ProcessCommand] = [
        ProcessCommand("migrate", summary: "Migrates the database and exits") { _, boot in
            try await AuthParts(boot).client.migrate(AuthMigrations.all, programVersion: AuthMigrations.programVersion)
            return 0
        },
        ProcessCommand(
            "make-account", usage: "EMAIL LOGIN",
            summary:
                "Creates an account unless the address has one; reads its password from the first line of standard input"
        ) { arguments, boot in
            guard arguments.count == 2, let email = EmailAddress(arguments[0]), let login = DisplayName(arguments[1])
            else { throw AuthCommandFault("make-account needs an e-mail address and a login") }
            guard let password = readLine().flatMap({ Password($0) }) else {
                throw AuthCommandFault("make-account reads a password of 8 to 128 characters from standard input")
            }
            let isNew = try await withService(boot) { service in
                try await service.accountCreation.create(login: login, email: email, password: password)
            }
            print(isNew ? "created an account for \(email)" : "\(email) already has an account; nothing has changed")
            return 0
        },
        roleCommand("grant", summary: "Grants an account a role", granted: true),
        roleCommand("revoke", summary: "Revokes an account's role and ends its sessions", granted: false),
        ProcessCommand(
            "remove-factor", usage: "EMAIL|PHONE",
            summary: "Removes the second factor of an account whose owner has lost it, and ends its sessions"
        ) { arguments, boot in
            guard arguments.count == 1, let account = AccountName(arguments[0]) else {
                throw AuthCommandFault("remove-factor needs an e-mail address or phone number")
            }
            let isRemoved = try await withService(boot) { service in
                guard let isRemoved = try await service.authenticators.reset(account) else {
                    throw AuthCommandFault("there is no account \(account)")
                }
                return isRemoved
            }
            print(isRemoved ? "done" : "nothing to change")
            return 0
        },
        ProcessCommand(
            "unlock-account", usage: "EMAIL|PHONE", summary: "Unlocks an account that an administrator locked"
        ) { arguments, boot in
            guard arguments.count == 1, let account = AccountName(arguments[0]) else {
                throw AuthCommandFault("unlock-account needs an e-mail address or phone number")
            }
            let isChanged = try await withService(boot) { service in
                guard let isChanged = try await service.accountTools.unlock(account) else {
                    throw AuthCommandFault("there is no account \(account)")
                }
                return isChanged
            }
            print(isChanged ? "done" : "the account is not locked")
            return 0
        },
        ProcessCommand(
            "rotate-keys", summary: "Publishes the next signing key; it signs after keys.lead"
        ) { _, boot in
            try await withService(boot) { try await $0.keys.reload(isForced: true) }
            print("the next signing key is published")
            return 0
        },
        ProcessCommand(
            "breached", usage: "FILE",
            summary:
                "Makes the file passwords.breached from a list of SHA-1 hashes in ascending order, such as that of Have I Been Pwned"
        ) { arguments, boot in
            let path = try boot.settings.value(AuthConfiguration.breachedPasswords)
            guard arguments.count == 1, !path.isEmpty else {
                throw AuthCommandFault("breached needs a list of hashes, and the setting passwords.breached")
            }
            let count = try BreachedPasswordsFile.write(list: arguments[0], to: path)
            print("wrote \(count) passwords to \(path)")
            return 0
        },
        ProcessCommand(
            "verify-audit", usage: "[NUMBER:MAC]",
            summary: "Checks the chained part of the audit trail; also that the given entry, noted earlier, is in it"
        ) { arguments, boot in
            let noted = arguments.first.flatMap { AuditVerification.Mark($0) }
            guard arguments.count <= 1, arguments.isEmpty || noted != nil else {
                throw AuthCommandFault("verify-audit needs nothing, or the NUMBER:MAC of an earlier check")
            }
            let parts = try AuthParts(boot)
            let result = try await parts.database.whileOpen {
                try await AuditVerification(store: parts.store).run(noted: noted)
            }
            print(result.sentence)
            if case .whole = result { return 0 }
            return 1
        },
    ]

    private static func roleCommand(_ name: String, summary: String, granted: Bool) -> ProcessCommand {
        let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
        return ProcessCommand(name, usage: "ROLE EMAIL|PHONE", summary: "\(summary): \(roles)") { arguments, boot in
            guard arguments.count == 2, let role = Role(rawValue: arguments[0]),
                let account = AccountName(arguments[1])
            else {
                throw AuthCommandFault(
                    "\(name) needs one of the roles \(roles), and an e-mail address or phone number")
            }
            let isChanged = try await withService(boot) { service in
                let request = Auth.RoleChange(account: account, role: role)
                guard let change = try await service.roles.set(request, granted: granted) else {
                    throw AuthCommandFault("there is no account \(account)")
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
        try await parts.client.migrate(AuthMigrations.all, programVersion: AuthMigrations.programVersion)
        return try await parts.database.whileOpen { try await body(service) }
    }
}

extension AuditVerification.Result {
    /// The result in words, for an operator.
    fileprivate var sentence: String {
        switch self {
        case .whole(nil): "the chain has no entry yet"
        case .whole(.some(let end)): "the chain is whole; note its end for the next check: \(end.text)"
        case .broken(.missing(let number)): "entry \(number) of the chain is missing"
        case .broken(.altered(let number)): "the chain is broken: entry \(number), or one before it, was altered"
        case .cut(let mark): "entry \(mark.number) is not the one that was noted: entries were cut off or replaced"
        }
    }
}

/// Invalid arguments of a command.
struct AuthCommandFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
