package import Contract
import Machine

/// The directory of an instance; it contains everything that belongs to the instance.
package struct InstanceDirectory: Sendable {
    /// The default, relative to the current directory.
    package static let standard = ".vokol"

    /// The absolute path.
    package let path: String

    package init(_ path: String) { self.path = Files.absolute(path) }

    package var certificates: String { "\(path)/certificates" }
    /// The certificate that clients trust.
    package var authorityFile: String { "\(certificates)/ca.pem" }
    /// Messages that a real installation would send, one JSON object a line.
    package var outbox: String { "\(path)/outbox.jsonl" }
    /// Ports and processes of the running instance.
    package var record: String { "\(path)/instance.json" }
    package var logs: String { "\(path)/logs" }
    package var secrets: String { "\(path)/secrets" }
    package var postgres: String { "\(path)/postgres" }
    /// The file that a running instance locks.
    package var lock: String { "\(path)/lock" }
    /// The key that signs notifications of the simulated payment provider.
    package var paymentsSecret: String { "\(secrets)/\(Self.paymentsSecretName)" }
    package static let paymentsSecretName = "payments"
    /// The demonstration account, one JSON object.
    package var demonstration: String { "\(secrets)/demonstration.json" }

    /// The cache of upstream answers of a process; simulated answers never mix with real ones.
    package func answers(of process: String, simulated: Bool) -> String {
        "\(path)/\(simulated ? "answers-simulated" : "answers")/\(process)"
    }

    /// The file with the URL of a service's database.
    package func databaseURLFile(of service: String) -> String { "\(secrets)/database-url-\(service)" }

    package func log(of process: String) -> String { "\(logs)/\(process).log" }

    /// Creates the directory and its subdirectories.
    ///
    /// Other users can traverse but not list it, because PostgreSQL's user must. Secrets lie in private directories.
    package func make() throws {
        try Files.makeDirectory(path, mode: 0o711)
        try Files.makeDirectory(logs, mode: 0o700)
        try Files.makeDirectory(secrets, mode: 0o700)
    }

    /// The name of the secret that seals a service's rows.
    package static func secretName(of service: ServiceName) -> String { "\(service.rawValue)-master" }

    /// The file of the secret that seals a service's rows; created when the service first starts.
    package func sealingSecretFile(of service: ServiceName) -> String { "\(secrets)/\(Self.secretName(of: service))" }

    /// The file of a secret; created on first use.
    package func secretFile(_ name: String) throws -> String {
        let file = "\(secrets)/\(name)"
        try SecretFile(path: file).provide()
        return file
    }

    /// The text of a secret; created on first use.
    package func secret(_ name: String) throws -> String { try SecretFile(path: "\(secrets)/\(name)").text() }
}
