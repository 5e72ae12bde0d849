import ArgumentParser

struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "load", abstract: "Loads a gateway and measures it.")
    func run() async throws {}
}
