package import Contract
import Machine

/// The directory of an instance, which contains everything that belongs to the instance.
package struct InstanceDirectory: Sendable {
    /// The default directory, relative to the current one.
    package static let standard = ".vokol"

    /// The absolute path.
    package let path: String

    package init(_ path: String) { self.path = Files.absolute(path) }

    package var certificates: String { "\(path)/certificates" }
    /// The certificate of the authority that clients trust.
    package var authorityFile: String { "\(certificates)/ca.pem" }
    /// The messages that a production installation would send, one JSON object per line.
    package var outbox: String { "\(path)/outbox.jsonl" }
    /// The record of the running instance's ports and processes.
    package var record: String { "\(path)/instance.json" }
    package var logs: String { "\(path)/logs" }
    package var secrets: String { "\(path)/secrets" }
    package var postgres: String { "\(path)/postgres" }
    /// The file that a running instance locks.
    package var lock: String { "\(path)/lock" }
    /// The key that signs notifications of the simulated payment provider.
    package var paymentsSecret: String { "\(secrets)/\(Self.paymentsSecretName)" }
    package static let paymentsSecretName = "payments"
    /// The demonstration account, as one JSON object.
    package var demonstration: String { "\(secrets)/demonstration.json" }

    /// Returns the cache of a process's upstream answers; simulated answers have a cache of their own.
    package func answers(of process: String, simulated: Bool) -> String {
        "\(path)/\(simulated ? "answers-simulated" : "answers")/\(process)"
    }

    /// Returns the file with the URL of a service's database.
    package func databaseURLFile(of service: String) -> String { "\(secrets)/database-url-\(service)" }

    package func log(of process: String) -> String { "\(logs)/\(process).log" }

    /// Creates the directory and its subdirectories.
    ///
    /// Other users can traverse it but not list it, because PostgreSQL's user must be able to. Secrets are in private
    /// subdirectories.
    package func make() throws {
        try Files.makeDirectory(path, mode: 0o711)
        try Files.makeDirectory(logs, mode: 0o700)
        try Files.makeDirectory(secrets, mode: 0o700)
    }

    /// Returns the name of the secret that encrypts a service's rows.
    package static func secretName(of service: ServiceName) -> String { "\(service.rawValue)-master" }

    /// Returns the file of the secret that encrypts a service's rows, which the service creates when it first starts.
    package func sealingSecretFile(of service: ServiceName) -> String { "\(secrets)/\(Self.secretName(of: service))" }

    /// Returns the file of a secret, which is created on first use.
    package func secretFile(_ name: String) throws -> String {
        let file = "\(secrets)/\(name)"
        try SecretFile(path: file).provide()
        return file
    }

    /// Returns the text of a secret, which is created on first use.
    package func secret(_ name: String) throws -> String { try SecretFile(path: "\(secrets)/\(name)").text() }
}
