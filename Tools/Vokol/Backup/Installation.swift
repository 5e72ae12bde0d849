import Contract
import LocalPostgres
import Machine
import Postgres

/// What a backup is made of, and a restoration is made for: the databases of the services, and what they are sealed with.
struct Installation: Sendable {
    struct Database: Sendable {
        var service: ServiceName
        /// As the service's own role, which owns the database.
        var access: DatabaseAccess
    }

    struct Secret: Sendable {
        /// As in an archive, such as `auth.secret`.
        let name: String
        /// The service whose rows are sealed with it; `nil` if it is of use only where it is.
        let service: ServiceName?
        /// The file that holds it.
        let path: String

        init(name: String, path: String) { (self.name, self.service, self.path) = (name, nil, path) }

        init(of service: ServiceName, path: String) {
            (self.name, self.service, self.path) = (service.secretName, service, path)
        }
    }

    var databases: [Database]
    var secrets: [Secret]
    /// As a role that may make and rename databases.
    var administrator: DatabaseAccess?
    var programs: PostgresPrograms

    /// How a database is reached of which a file holds the URL, by the rules that services go by.
    /// - Throws: ``OperatorError`` that names the file, and shows nothing of the URL.
    static func access(urlFile file: String) throws -> DatabaseAccess {
        guard let bytes = try Files.read(file) else {
            throw OperatorError("\(file) is missing: it holds a database URL")
        }
        // To libpq no URL at all is one: that of the database that the environment names.
        guard let url = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first else {
            throw OperatorError("\(file) is empty: it must hold a database URL")
        }
        do {
            return DatabaseAccess(variables: try PostgresConfiguration(url: String(url)).environmentVariables())
        } catch {
            throw OperatorError("\(file) holds no database URL that can be used: \(error)")
        }
    }

    /// What `vokol provision` made in a directory.
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

    /// Databases anywhere, of which the operator names the files that hold the URLs, and those that hold the secrets.
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
