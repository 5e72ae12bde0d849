import ArgumentParser

/// The operator's tool: runs Vokol on this machine, calls it, loads it, makes its certificates and its backups.
@main
struct Vokol: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vokol",
        abstract: "Runs Vokol on this machine, calls it, loads it, makes its certificates and its backups.",
        discussion: """
            A first walk through, from a fresh clone:

              make run                                        builds, then `vokol up`
              vokol call museums.search query=замок --demo    asks what runs
              vokol load --users 200 --duration 10 --demo     measures it
              vokol call                                      lists the methods

            Every command explains itself: vokol help up, vokol help call …
            """,
        version: Version.text,
        subcommands: [
            UpCommand.self, CallCommand.self, TokenCommand.self, GrantCommand.self, PayCommand.self,
            SimulateCommand.self, LoadCommand.self,
            CertificatesCommand.self, ProvisionCommand.self, BackupCommand.self, RestoreCommand.self,
        ])
}

/// The version of the programs, which are built and deployed together.
enum Version {
    static let text = "0.1.0"

    /// Whether this program is older than one of a version such as `1.10.2`.
    static func isOlder(than other: String) -> Bool {
        func numbers(_ text: String) -> [Int] { text.split(separator: ".").map { Int($0) ?? 0 } }
        return numbers(text).lexicographicallyPrecedes(numbers(other))
    }
}
