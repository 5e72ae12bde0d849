import Contract
import GatewayClient
import Machine
import Platform

/// The program `vokol-auth` with the database and the secret of an instance.
struct AuthProgram {
    let instance: InstanceDirectory

    /// Finds the program of an instance.
    init(_ directory: String) throws {
        instance = InstanceDirectory(directory)
        guard try InstanceRecord.read(instance) != nil else {
            throw OperatorError(
                "no instance in \(directory): start one with `vokol up`, or give --directory")
        }
    }

    /// Replaces this process by the program; returns only by throwing.
    func run(_ arguments: [String]) throws {
        // The operator's environment takes precedence, as in `vokol up`.
        for (name, value) in Self.variables(of: instance) { setenv(name, value, 0) }
        let program = "\(try Environment.executableDirectory())/vokol-auth"
        execv(program, ([program] + arguments).map { strdup($0) } + [nil])
        throw OperatorError("cannot start \(program): \(String(cString: strerror(errno)))")
    }

    /// Returns the settings of `vokol-auth` for an instance, as environment variables.
    static func variables(of instance: InstanceDirectory) -> [String: String] {
        [
            "VOKOL_AUTH_DATABASE_URL_FILE": instance.databaseURLFile(of: "auth"),
            "VOKOL_AUTH_SECRET_FILE": instance.sealingSecretFile(of: .auth),
        ]
    }
}
