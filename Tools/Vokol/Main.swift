import ArgumentParser
import Machine
import ServiceRuntime

@main
enum Main {
    static func main() {
        MainThread.run {
            await Vokol.main()
            return 0
        }
    }
}

/// The operator's command-line tool `vokol`.
struct Vokol: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vokol",
        abstract: "Runs Vokol on this machine, calls it, and makes certificates and backups.",
        discussion: """
            First steps from a fresh clone:

              make run                                        builds everything, then runs `vokol up`
              vokol call                                      lists the methods
              vokol call museums.search query=замок --demo    makes a call
              vokol load --demo --users 200                   simulates users

            Each command has its own help: vokol help up, vokol help call …
            """,
        version: Version.text,
        subcommands: [
            UpCommand.self, CallCommand.self, TokenCommand.self, GrantCommand.self, AuditCommand.self, PayCommand.self,
            SimulateCommand.self, SimulatedUsersCommand.self, MuseumsCommand.self, StatusCommand.self,
            CertificatesCommand.self, TrustCommand.self, ProvisionCommand.self, BackupCommand.self, RestoreCommand.self,
        ])
}
