import Contract
import GatewayClient
import Machine
import Platform

/// The program of a service, such as `vokol-auth`, with the database and the secret of an instance.
struct ServiceProgram {
    let service: ServiceName
    let instance: InstanceDirectory

    /// Finds the program of an instance.
    init(_ service: ServiceName, of directory: String) throws {
        (self.service, instance) = (service, InstanceDirectory(directory))
        guard try InstanceRecord.read(instance) != nil else {
            throw OperatorError(
                "no instance in \(directory): start one with `vokol up`, or give --directory")
        }
    }

    /// Replaces this process by the program; returns only by throwing.
    ///
    /// - Parameter settings: further settings for the command, as environment variables.
    func run(_ arguments: [String], settings: [String: String] = [:]) throws {
        let variables = Self.variables(of: service, in: instance).merging(settings) { $1 }
        // The operator's environment takes precedence, as in `vokol up`.
        for (name, value) in variables { setenv(name, value, 0) }
        try SiblingProgram.run("vokol-\(service.rawValue)", arguments)
    }

    /// Returns the settings of a service's commands for an instance, as environment variables.
    static func variables(of service: ServiceName, in instance: InstanceDirectory) -> [String: String] {
        let prefix = "VOKOL_\(service.rawValue.uppercased())"
        var variables = ["\(prefix)_DATABASE_URL_FILE": instance.databaseURLFile(of: service.rawValue)]
        if service.hasSecret { variables["\(prefix)_SECRET_FILE"] = instance.sealingSecretFile(of: service) }
        return variables
    }
}
