import ArgumentParser
import Platform

/// `vokol backup`: every database of an installation and what it is sealed with, in one archive.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies the databases and the services' secrets into an archive, while all runs.",
        discussion: """
            The archive is a directory that appears when it is complete, for its owner's eyes:

              manifest.json     what it holds: versions, sizes, SHA-256
              manifest.sha256   the digest of that: sha256sum --check manifest.sha256
              auth.dump …       one a service, by pg_dump
              auth.secret …     what sealed rows and codes of a service are made with

            Addresses, password hashes and the secrets are in it: encrypt it before it leaves
            the machine. The certificate authority is not; it never changes, copy it once.

            EXAMPLES
              vokol backup backups/2026-11-21
              vokol backup backups/today --provision /provision
              vokol backup backups/today --database auth=auth.url \\
                --database museums=museums.url --database aggregator=aggregator.url \\
                --database schedule=schedule.url --database booking=booking.url \\
                --secret auth=auth.secret --secret booking=booking.secret
            """)

    @Argument(help: "The archive to make; nothing of that name may be there.")
    var archive: String

    @OptionGroup var installation: InstallationOptions

    @Flag(help: "Leave the secrets out; who restores must have them.")
    var withoutSecrets = false

    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        let archive = BackupArchive(archive)
        let (options, holdsSecrets) = (installation, !withoutSecrets)
        try await Interruption.watch { interruption in
            try await options.use(toReplace: false) { installation in
                let run = BackupRun(
                    installation: installation, limit: options.timeLimit, holdsSecrets: holdsSecrets,
                    interruption: interruption, say: { Terminal.complain("  \($0)") })
                let manifest = try await run.run(to: archive)
                let bytes = manifest.files.reduce(0) { $0 + $1.bytes }
                Terminal.complain("\(archive.path) is complete: \((bytes + 1023) >> 10) KiB")
            }
        }
    }
}
