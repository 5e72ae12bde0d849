import ArgumentParser
import Platform

/// `vokol restore`: what `vokol backup` made, in the place of what is there.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Puts an archive of `vokol backup` in the place of an installation's databases.",
        discussion: """
            Every file of the archive is verified first. Each database is restored beside the
            one in use; when all are complete they change names at once, and the services'
            secrets with them. Whatever fails before leaves everything as it was.

            Nothing may use the databases meanwhile: stop the gateway and the services, or the
            instance. Afterwards start the services, then the gateway. Whoever signed in after
            the backup signs in again.

            EXAMPLES
              vokol restore backups/2026-11-21 --verify
              vokol restore backups/2026-11-21 --directory .vokol-new
              vokol restore backups/today --provision /provision --replace
              vokol restore backups/today --database auth=auth.url \\
                --database museums=museums.url --database aggregator=aggregator.url \\
                --database schedule=schedule.url --database booking=booking.url \\
                --secret auth=auth.secret --secret booking=booking.secret --administrator admin.url
            """)

    @Argument(help: "The archive.")
    var archive: String

    @OptionGroup var installation: InstallationOptions

    @Flag(help: "Replace databases that are not empty, and the secrets.")
    var replace = false

    @Flag(help: "Only check that the archive is complete and undamaged.")
    var verify = false

    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        let archive = BackupArchive(archive)
        let manifest = try archive.verified()
        let services = manifest.databases.map(\.service).joined(separator: ", ")
        Terminal.complain("\(archive.path) is undamaged: \(services) of \(manifest.madeAt), Vokol \(manifest.vokol)")
        if verify { return }
        let (options, isReplacing) = (installation, replace)
        try await Interruption.watch { interruption in
            try await options.use(toReplace: true) { installation in
                let run = try RestoreRun(
                    installation, limit: options.timeLimit, isReplacing: isReplacing, interruption: interruption,
                    say: { Terminal.complain("  \($0)") })
                try await run.run(manifest, from: archive)
                Terminal.complain("restored \(services); start the services, then the gateway")
            }
        }
    }
}
