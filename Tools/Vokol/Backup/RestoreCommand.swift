import ArgumentParser
import Machine
import Platform

/// The command `vokol restore`: replaces the databases and secrets of an installation with those in an archive.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restores an archive of `vokol backup`.",
        discussion: """
            Verifies every file of the archive, then restores each database beside the one in
            use. When all are complete, databases and secrets are replaced at once. A failure
            before that changes nothing.

            Stop the gateway and the services, or the instance, before; start the services,
            then the gateway, afterwards. Sessions started after the backup are lost.

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

    @Flag(help: "Replace databases that are not empty, and their secrets.")
    var replace = false

    @Flag(help: "Only verify the archive.")
    var verify = false

    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        let archive = BackupArchive(archive)
        let manifest = try archive.verified()
        let services = manifest.databases.map(\.service).joined(separator: ", ")
        Terminal.printError("\(archive.path) is undamaged: \(services) of \(manifest.madeAt), Vokol \(manifest.vokol)")
        if verify { return }
        let (options, isReplacing) = (installation, replace)
        try await Interruption.watch { interruption in
            try await options.use(toReplace: true) { installation in
                let run = try RestoreRun(
                    installation, limit: options.timeLimit, isReplacing: isReplacing, interruption: interruption,
                    progress: { Terminal.printError("  \($0)") })
                try await run.run(manifest, from: archive)
                Terminal.printError("restored \(services); start the services, then the gateway")
            }
        }
    }
}
