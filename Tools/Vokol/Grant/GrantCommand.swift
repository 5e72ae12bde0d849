import ArgumentParser
import Contract
import GatewayClient
import Machine

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

    @Argument(help: "The role: park.staff, park.admin, museums.editor or admin.")
    var role: String

    @Argument(help: "The account's e-mail address or phone number.")
    var account: String

    @Flag(help: "Revoke the role.")
    var revoke = false

    @Option(help: "The directory of the instance.")
    var directory = InstanceDirectory.standard

    func run() throws {
        try ServiceProgram(.auth, of: directory).run([revoke ? "revoke" : "grant", role, account])
    }
}
