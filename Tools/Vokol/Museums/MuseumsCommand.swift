import ArgumentParser
import Contract
import GatewayClient

/// The command `vokol museums`: museums, pictures and facts from files, for an instance.
struct MuseumsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "museums",
        abstract: "Imports museums, their pictures and facts into an instance.",
        discussion: """
            Runs the command of `vokol-museums` with the database of a running instance.
            The exit code is 0 if every line was used, 3 if all but the lines named on
            standard error were, and 1 if none was. `vokol-museums help` lists the columns.

            EXAMPLES
              vokol museums import museums.csv
              vokol museums pictures pictures.csv
              vokol museums fetch-pictures items.csv
            """,
        subcommands: [Import.self, Pictures.self, FetchPictures.self, Facts.self])

    /// The file and the instance that it is for.
    struct Source: ParsableArguments {
        @Argument(help: "The CSV file.", completion: .file())
        var file: String

        @Option(help: "The directory of the instance.")
        var directory = InstanceDirectory.standard

        /// Replaces this process by a command of `vokol-museums`; returns only by throwing.
        func run(_ command: String) throws {
            let record = try InstanceRecord.read(InstanceDirectory(directory))
            let simulator = record?.process(SimulatedParties.process)?.port
            try ServiceProgram(.museums, of: directory)
                .run([command, file], settings: simulator.map(SimulatedParties.pictures) ?? [:])
        }
    }

    /// The command `vokol museums import`.
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Adds the museums of a file, or updates those added before.")

        @OptionGroup var source: Source

        func run() throws { try source.run("import") }
    }

    /// The command `vokol museums pictures`.
    struct Pictures: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pictures", abstract: "Sets the pictures of museums, with author and licence.")

        @OptionGroup var source: Source

        func run() throws { try source.run("pictures") }
    }

    /// The command `vokol museums fetch-pictures`.
    struct FetchPictures: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fetch-pictures", abstract: "Loads the pictures of a file, and stores them in small sizes.")

        @OptionGroup var source: Source

        func run() throws { try source.run("fetch-pictures") }
    }

    /// The command `vokol museums facts`.
    struct Facts: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "facts", abstract: "Sets facts about museums, such as opening hours.")

        @OptionGroup var source: Source

        func run() throws { try source.run("facts") }
    }
}
