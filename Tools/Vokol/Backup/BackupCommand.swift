import ArgumentParser
import Machine
import Platform

/// The command `vokol backup`: copies the databases and secrets of an installation to an archive.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies databases and secrets of a running installation into an archive.",
        discussion: """
            The archive is a directory that appears when it is complete, readable by its
            owner only:

              manifest.json     the content: versions, sizes, SHA-256
              manifest.sha256   its digest: sha256sum --check manifest.sha256
              auth.dump …       one per service, by pg_dump
              auth.secret …     the secrets that seal rows and codes

            It contains addresses, password hashes and secrets: encrypt it before it leaves
            the machine. It does not contain the certificate authority, which never changes:
            copy that once.

            EXAMPLES
              vokol backup backups/2026-11-21
              vokol backup backups/today --provision /provision
              vokol backup backups/today --database auth=auth.url \\
                --database museums=museums.url --database aggregator=aggregator.url \\
                --database schedule=schedule.url --database booking=booking.url \\
                --secret auth=auth.secret --secret booking=booking.secret
            """)

    @Argument(help: "The directory of the new archive; it must not exist.")
    var archive: String

    @OptionGroup var installation: InstallationOptions

    @Flag(help: "Leave the secrets out; restoring then needs them at their place.")
    var withoutSecrets = false

    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        let archive = BackupArchive(archive)
        let (options, holdsSecrets) = (installation, !withoutSecrets)
        try await Interruption.watch { interruption in
            try await options.use(toReplace: false) { installation in
                let run = BackupRun(
                    installation: installation, limit: options.timeLimit, holdsSecrets: holdsSecrets,
                    interruption: interruption, progress: { Terminal.printError("  \($0)") })
                let manifest = try await run.run(to: archive)
                let bytes = manifest.files.reduce(0) { $0 + $1.bytes }
                Terminal.printError("\(archive.path) is complete: \((bytes + 1023) >> 10) KiB")
            }
        }
    }
}
