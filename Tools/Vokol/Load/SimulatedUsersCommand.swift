import ArgumentParser

/// The command `vokol load`: simulates users of an instance.
struct SimulatedUsersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Simulates many users of an instance, and measures what they wait for.",
        discussion: """
            Runs `vokol-load`, whose options `vokol load --help` lists. With --demo each
            user has an account. The exit code is 3 if calls failed.

            EXAMPLES
              vokol load --demo --users 200
            """)

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func run() throws { try SiblingProgram.run("vokol-load", arguments) }
}
