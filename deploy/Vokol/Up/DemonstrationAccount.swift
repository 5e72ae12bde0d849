import Contracts
import Platform
import Wire

/// The account that everyone may try an instance with; made once, known to nobody but its directory.
struct DemonstrationAccount: Codable, Sendable {
    static let email = "demo@vokol.example"
    static let login = "demo"

    var email: String
    var password: String

    static func read(_ directory: InstanceDirectory) throws -> DemonstrationAccount? {
        guard let bytes = try Files.read(directory.demonstration) else { return nil }
        return try JSONCoding.decode(DemonstrationAccount.self, from: bytes)
    }

    /// The account of a running instance, made if there is none yet.
    /// - Parameter auth: how `vokol-auth` is started, which makes accounts without a code for an operator.
    static func provide(in directory: InstanceDirectory, by auth: ChildCommand) async throws -> DemonstrationAccount {
        if let known = try read(directory) { return known }
        let account = DemonstrationAccount(
            email: email, password: try String(directory.secret("demonstration-password").prefix(16)))
        let input = "\(directory.secrets)/demonstration-input"
        try Files.write((account.password + "\n").utf8, to: input, mode: Files.secretMode)
        defer { unlink(input) }
        let maker = try await ChildProcess.start(
            ChildCommand(
                executable: auth.executable, arguments: ["make-account", email, login],
                environment: auth.environment, input: input, log: directory.log(of: "make-account")))
        let exit = await maker.exit
        guard exit == .code(0) else {
            let words = LogFile(path: directory.log(of: "make-account")).lastWords()
            throw OperatorError("the demonstration account could not be made (\(exit)): \(words)")
        }
        try Files.write(try JSONCoding.encode(account), to: directory.demonstration, mode: Files.secretMode)
        return account
    }
}
