import ArgumentParser
import FoundationEssentials
import GatewayClient
import Machine

/// The command `vokol trust`: makes this machine and its browsers trust an instance's authority.
struct TrustCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Makes this machine and your browsers trust an instance.",
        discussion: """
            An instance of `vokol up` has an authority of its own. Browsers warn of its
            certificates, and the web client does not work offline, until they trust it.
            This command adds the authority to the lists of

              the system          /usr/local/share/ca-certificates; needs root or sudo
              Chromium, Chrome    ~/.pki/nssdb or ~/.local/share/pki/nssdb
              Firefox             each profile

            The browsers' lists need certutil (apt-get install libnss3-tools). Run the command
            as the user of the browsers, and restart them afterwards. It can run again at any
            time.

            Whoever has the authority's key, certificates/ca.key in the instance's directory,
            can then impersonate any site to your browsers. Remove the authority when you no
            longer need it: --remove removes those of all instances, also deleted ones, and
            nothing else.

            EXAMPLES
              vokol trust
              vokol trust --directory /tmp/second
              vokol trust --remove
            """)

    @Flag(help: "Remove the authorities of all instances from all lists.")
    var remove = false

    @Option(help: "The directory of the instance.")
    var directory = InstanceDirectory.standard

    func run() async throws {
        let environment = Environment.variables()
        try Self.checkUser(environment, isRoot: SystemUser.isRoot)
        let outcome = try await remove ? removal(environment) : addition(environment)
        if outcome.changed > 0 {
            Terminal.print("Restart the browsers." + (remove ? "" : " `vokol trust --remove` undoes this."))
        }
        if outcome.failed > 0 { throw ExitCode(1) }
    }

    /// Refuses to run under sudo: files of root in a browser's profile would lock its user out.
    static func checkUser(_ environment: [String: String], isRoot: Bool) throws {
        if isRoot, let user = environment["SUDO_USER"], user != "root" {
            throw OperatorError("run `vokol trust` as \(user), without sudo: the browsers' lists are \(user)'s")
        }
    }

    private func addition(_ environment: [String: String]) async throws -> TrustRun.Outcome {
        let instance = InstanceDirectory(directory)
        let authority = try LocalAuthority.read(instance, now: Date())
        // The lists get the bytes that were checked, whatever happens to the instance's file meanwhile.
        let scratch = try Files.makeTemporaryDirectory()
        defer { Files.removeDirectory(scratch) }
        let copy = "\(scratch)/ca.pem"
        try Files.write(authority.pem.utf8, to: copy, mode: Files.publicMode)
        Terminal.print("\(authority.nickname) (\(instance.authorityFile))")
        let findings = try await TrustFindings.find(environment, run: ProgramOutput.run)
        let changes = TrustPlan(findings: findings).adding(authority, file: instance.authorityFile, copy: copy)
        return try await TrustRun(run: ProgramOutput.run).make(changes)
    }

    private func removal(_ environment: [String: String]) async throws -> TrustRun.Outcome {
        let findings = try await TrustFindings.find(environment, run: ProgramOutput.run)
        return try await TrustRun(run: ProgramOutput.run).make(TrustPlan(findings: findings).removing())
    }
}
