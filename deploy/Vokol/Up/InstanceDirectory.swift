import Contracts
import Platform

/// The directory of one instance: everything that it is lies in here, and nothing of another one.
struct InstanceDirectory: Sendable {
    /// Where an instance lives if nobody says otherwise, under the current directory.
    static let standard = ".vokol"

    /// From the root.
    let path: String

    init(_ path: String) { self.path = Files.absolute(path) }

    var certificates: String { "\(path)/certificates" }
    /// Messages that would have been sent, one JSON object a line.
    var outbox: String { "\(path)/outbox.jsonl" }
    /// Ports and processes of the running instance.
    var record: String { "\(path)/instance.json" }
    var logs: String { "\(path)/logs" }
    var secrets: String { "\(path)/secrets" }
    var postgres: String { "\(path)/postgres" }
    /// Who runs the instance holds a lock on this file.
    var lock: String { "\(path)/lock" }
    /// What notifications of the simulated payment provider are signed with.
    var paymentsSecret: String { "\(secrets)/\(Self.paymentsSecretName)" }
    static let paymentsSecretName = "payments"
    /// The account to try things with: one JSON object.
    var demonstration: String { "\(secrets)/demonstration.json" }

    /// Where a process keeps what third parties gave: what was made up never mixes with what was real.
    func answers(of process: String, simulated: Bool) -> String {
        "\(path)/\(simulated ? "answers-simulated" : "answers")/\(process)"
    }

    /// The URL by which a service reaches its database.
    func databaseURLFile(of service: String) -> String { "\(secrets)/database-url-\(service)" }

    func log(of process: String) -> String { "\(logs)/\(process).log" }

    /// Makes the directory and those inside it.
    ///
    /// Others may pass through it, as PostgreSQL's user must, but not list it; what is secret lies deeper.
    func make() throws {
        try Files.makeDirectory(path, mode: 0o711)
        try Files.makeDirectory(logs, mode: 0o700)
        try Files.makeDirectory(secrets, mode: 0o700)
    }

    /// What a service seals its rows with: the name of the secret.
    static func secretName(of service: ServiceName) -> String { "\(service.rawValue)-master" }

    /// The file of the secret that a service seals its rows with; made when the service is first started.
    func sealingSecretFile(of service: ServiceName) -> String { "\(secrets)/\(Self.secretName(of: service))" }

    /// The file of a secret, made when first asked for and kept.
    func secretFile(_ name: String) throws -> String {
        let file = "\(secrets)/\(name)"
        try SecretFile(path: file).provide()
        return file
    }

    /// A secret's text.
    func secret(_ name: String) throws -> String { try SecretFile(path: "\(secrets)/\(name)").text() }
}

/// Holds an instance's directory for as long as it lives: two programs that run one instance would ruin it.
///
/// The kernel gives the lock up when the process ends, however it ends.
final class InstanceLock: Sendable {
    private let descriptor: Int32

    init(_ directory: InstanceDirectory) throws {
        descriptor = open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC, Files.secretMode)
        guard descriptor >= 0 else { throw Files.failure("write", directory.lock) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            let owner = (try? InstanceRecord.read(directory))?.map { " by process \($0.supervisor.pid)" } ?? ""
            throw OperatorError(
                "\(directory.path) is in use\(owner); stop that one (Ctrl-C there), or name another with --directory "
                    + "and other ports with --port and --redirect-port")
        }
    }

    deinit {
        // Closing alone would not do: a program that is just being started shares the descriptor until it runs.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
