import ArgumentParser
import Contract
import GatewayClient

/// The command `vokol audit`: the audit trail of an instance.
struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Checks the audit trail of an instance.", subcommands: [Verify.self])

    /// The command `vokol audit verify`: runs `vokol-auth verify-audit` with the settings of an instance.
    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Checks that nobody altered what administrators changed.",
            discussion: """
                Changes of rules and roles and decisions on reviews are entries of a chain:
                each carries a number and a code over itself and the entry before it. The
                command checks the whole chain and prints its last entry. Keep that line
                elsewhere: given to a later check, it shows whether the newest entries were
                cut off. The exit code is 1 if the chain is broken.

                EXAMPLES
                  vokol audit verify
                  vokol audit verify 412:q83vEjRWeJA…
                """)

        @Argument(help: "The last entry that an earlier check printed.")
        var noted: String?

        @Option(help: "The directory of the instance.")
        var directory = InstanceDirectory.standard

        func run() throws {
            try ServiceProgram(.auth, of: directory).run(["verify-audit"] + [noted].compactMap(\.self))
        }
    }
}
