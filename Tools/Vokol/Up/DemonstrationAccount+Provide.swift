import GatewayClient
import Machine
import Platform
import Wire

extension DemonstrationAccount {
    /// Reads the account of a running instance, or creates one.
    ///
    /// - Parameter auth: the command of `vokol-auth`, which can create accounts without a confirmation code.
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
            let lines = LogFile(path: directory.log(of: "make-account")).tail()
            throw OperatorError("the demonstration account could not be created (\(exit)): \(lines)")
        }
        try Files.write(try JSONCoding.encode(account), to: directory.demonstration, mode: Files.secretMode)
        return account
    }
}
