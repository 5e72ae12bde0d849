import ArgumentParser
import Contract
import GatewayClient
import Machine

/// The command `vokol status`: the processes of an instance, and the extent of its catalogue.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows whether an instance runs, and how many museums have a photograph.",
        discussion: """
            Lists the processes of an instance of `vokol up` with their ports, then counts
            its museums. The exit code is 1 if the instance is not running.
            """)

    @Option(help: "The directory of the instance.")
    var directory = InstanceDirectory.standard

    func run() throws {
        let program = try ServiceProgram(.museums, of: directory)
        guard let record = try InstanceRecord.read(program.instance), record.supervisor.isAlive else {
            throw OperatorError("the instance in \(directory) is not running: start it with `vokol up`")
        }
        Terminal.print(InstanceStatus(record: record) { $0.isAlive }.text)
        try program.run(["count"])
    }
}
