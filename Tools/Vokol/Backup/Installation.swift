import Contract
import LocalPostgres
import Machine
import Postgres

/// The services' databases and secrets, which are backed up or restored.
struct Installation: Sendable {
    struct Database: Sendable {
        var service: ServiceName
        /// The access with the service's role, which owns the database.
        var access: DatabaseAccess
    }

    struct Secret: Sendable {
        /// The name in archives, such as `auth.secret`.
        let name: String
        /// The service whose rows the secret encrypts; `nil` for a secret of the local instance only.
        let service: ServiceName?
        /// The file that contains it.
        let path: String

        init(name: String, path: String) { (self.name, self.service, self.path) = (name, nil, path) }

        init(of service: ServiceName, path: String) {
            (self.name, self.service, self.path) = (service.secretName, service, path)
        }
    }

    var databases: [Database]
    var secrets: [Secret]
    /// The access with a role that may create and rename databases.
    var administrator: DatabaseAccess?
    var programs: PostgresPrograms

    /// Reads a database URL from a file, by the same rules as the services.
    ///
    /// - Throws: ``OperatorError``, which names the file but does not reveal the URL.
    static func access(urlFile file: String) throws -> DatabaseAccess {
        guard let bytes = try Files.read(file) else {
            throw OperatorError("\(file) is missing: it contains a database URL")
        }
        // libpq accepts an empty URL and then takes the database from the environment.
        guard let url = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first else {
            throw OperatorError("\(file) is empty: it must contain a database URL")
        }
        do {
            return DatabaseAccess(variables: try PostgresConfiguration(url: String(url)).environmentVariables())
        } catch {
            throw OperatorError("\(file) contains no usable database URL: \(error)")
        }
    }

    /// Returns the installation in a directory created by `vokol provision`.
    static func provisioned(_ directory: String) throws -> Installation {
        let path = Files.absolute(directory)
        return Installation(
            databases: try ServiceName.allCases.map {
                Database(service: $0, access: try access(urlFile: "\(path)/\($0.rawValue)/database-url"))
            },
            secrets: ServiceName.allCases.filter(\.hasSecret).map {
                Secret(of: $0, path: "\(path)/\($0.rawValue)/secret")
            },
            administrator: try access(urlFile: "\(path)/postgres/administrator-url"),
            programs: try copyingPrograms())
    }

    /// Returns the installation whose URLs and secrets are in files named by the operator.
    static func named(
        databases: [ServiceFile], secrets: [ServiceFile], administrator: String?
    ) throws -> Installation {
        Installation(
            databases: try databases.map { Database(service: $0.service, access: try access(urlFile: $0.path)) },
            secrets: secrets.map { Secret(of: $0.service, path: Files.absolute($0.path)) },
            administrator: try administrator.map(access(urlFile:)), programs: try copyingPrograms())
    }

    private static func copyingPrograms() throws -> PostgresPrograms {
        try PostgresPrograms.find(PostgresPrograms.copying)
    }
}
