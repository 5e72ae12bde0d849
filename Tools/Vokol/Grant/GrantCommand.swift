import ArgumentParser
import Contract
import GatewayClient
import Machine
import Platform

/// The command `vokol grant`: runs `vokol-auth grant` with the settings of an instance.
struct GrantCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Grants or revokes a role of an instance's account.",
        discussion: """
            Runs `vokol-auth grant` (with --revoke `vokol-auth revoke`) with the database and
            the secret of a running instance. A new role takes effect with the next
            sign-in or token refresh; revoking one ends the account's sessions.

            EXAMPLES
              vokol grant park.staff demo@vokol.example
              vokol grant admin +375291234567
              vokol grant park.staff demo@vokol.example --revoke
            """)

    @Argument(help: "The role: park.staff or admin.")
    var role: String

    @Argument(help: "The account's e-mail address or phone number.")
    var account: String

    @Flag(help: "Revoke the role.")
    var revoke = false

    @Option(help: "The directory of the instance.")
    var directory = InstanceDirectory.standard

    func run() throws {
        let instance = InstanceDirectory(directory)
        guard try InstanceRecord.read(instance) != nil else {
            throw OperatorError(
                "no instance in \(directory): start one with `vokol up`, or give --directory")
        }
        // The operator's environment takes precedence, as in `vokol up`.
        for (name, value) in Self.variables(of: instance) { setenv(name, value, 0) }
        let program = "\(try Environment.executableDirectory())/vokol-auth"
        let words: [String] = [program, revoke ? "revoke" : "grant", role, account]
        execv(program, words.map { strdup($0) } + [nil])
        throw OperatorError("cannot start \(program): \(String(cString: strerror(errno)))")
    }

    /// Returns the settings of `vokol-auth` for an instance, as environment variables.
    static func variables(of instance: InstanceDirectory) -> [String: String] {
        [
            "VOKOL_AUTH_DATABASE_URL_FILE": instance.databaseURLFile(of: "auth"),
            "VOKOL_AUTH_SECRET_FILE": instance.sealingSecretFile(of: .auth),
        ]
    }
}
