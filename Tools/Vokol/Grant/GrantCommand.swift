import ArgumentParser
import Contracts
import Platform

/// `vokol grant`: `vokol-auth grant` for an instance of `vokol up`.
struct GrantCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Gives an account of an instance a role, or takes it.",
        discussion: """
            Becomes `vokol-auth grant` (with --revoke `vokol-auth revoke`), told the database
            and the secret of an instance that runs. A new role is in the tokens from the
            next sign-in or refresh on; taking one ends the account's sessions.

            EXAMPLES
              vokol grant park.staff demo@vokol.example
              vokol grant admin +375291234567
              vokol grant park.staff demo@vokol.example --revoke
            """)

    @Argument(help: "The role: museums.editor, park.staff or admin.")
    var role: String

    @Argument(help: "The account's e-mail address or telephone number.")
    var account: String

    @Flag(help: "Takes the role instead.")
    var revoke = false

    @Option(help: "The directory of the instance.")
    var directory = InstanceDirectory.standard

    func run() throws {
        let instance = InstanceDirectory(directory)
        guard try InstanceRecord.read(instance) != nil else {
            throw OperatorError(
                "there is no instance in \(directory): start one with `vokol up`, or name its --directory")
        }
        // As under `vokol up`, what the operator's environment says wins.
        for (name, value) in Self.variables(of: instance) { setenv(name, value, 0) }
        let program = "\(try Environment.executableDirectory())/vokol-auth"
        let words: [String] = [program, revoke ? "revoke" : "grant", role, account]
        execv(program, words.map { strdup($0) } + [nil])
        throw OperatorError("cannot start \(program): \(String(cString: strerror(errno)))")
    }

    /// What `vokol-auth` is told of an instance.
    static func variables(of instance: InstanceDirectory) -> [String: String] {
        [
            "VOKOL_AUTH_DATABASE_URL_FILE": instance.databaseURLFile(of: "auth"),
            "VOKOL_AUTH_SECRET_FILE": instance.sealingSecretFile(of: .auth),
        ]
    }
}
