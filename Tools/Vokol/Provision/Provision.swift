import Contract
import FoundationEssentials
import LocalPostgres
import Machine
import Values

/// The directories of an installation's processes, each with only those files that its process needs.
struct Provision {
    typealias Outcome = CertificateFolder.Outcome

    /// The absolute path of the installation.
    let path: String
    /// The host names and IP addresses of the gateway.
    let hosts: [String]
    let databaseHost: String
    let databasePort: Int
    var now = Date()

    /// Creates the missing files.
    ///
    /// - Parameter report: called for each file.
    func run(_ report: (Outcome, String) -> Void) throws {
        let root = CertificateFolder(path: "\(path)/authority", now: now)
        let (authority, outcome) = try root.authority()
        report(outcome, root.authorityFile)
        let authorityPEM = try Files.read(root.authorityFile) ?? []

        func folder(of process: String) throws -> CertificateFolder {
            let folder = CertificateFolder(path: "\(path)/\(process)", now: now)
            try Files.makeDirectory(folder.path, mode: 0o700)
            try Files.write(authorityPEM, to: folder.authorityFile, mode: Files.publicMode)
            return folder
        }
        func certificate(_ subject: CertificateSubject, _ name: String, in folder: CertificateFolder) throws {
            report(try folder.provide(subject, as: name, from: authority), folder.certificateFile(name))
        }

        let gateway = try folder(of: "gateway")
        try certificate(.server(hosts: hosts), "server", in: gateway)
        try certificate(.service("gateway"), "gateway", in: gateway)

        let postgres = try folder(of: "postgres")
        try certificate(.server(hosts: [databaseHost]), "postgres", in: postgres)

        for service in ServiceName.allCases {
            let name = service.rawValue
            let own = try folder(of: name)
            try certificate(.service(name), name, in: own)
            let password = try secret("\(name).password", in: postgres, report).text()
            let role = InstancePostgres.database(of: name)
            let url = url(role: role, password: password, authorityFile: own.authorityFile)
            try Files.write((url + "\n").utf8, to: "\(own.path)/database-url", mode: Files.secretMode)
            if service.hasSecret { try secret("secret", in: own, report) }
        }
        // The superuser's password comes last: a process that waits for it will find all other files.
        let password = try secret("password", in: postgres, report).text()
        try Files.write(
            (url(role: "postgres", password: password, authorityFile: postgres.authorityFile) + "\n").utf8,
            to: "\(postgres.path)/administrator-url", mode: Files.secretMode)
    }

    /// Returns the URL of the database that is named after the role.
    private func url(role: String, password: String, authorityFile: String) -> String {
        "postgresql://\(role):\(password)@\(databaseHost):\(databasePort)/\(role)?sslmode=verify-full"
            + "&sslrootcert=\(PercentEncoding.encoded(authorityFile, keepsSlashes: true))"
    }

    @discardableResult
    private func secret(
        _ name: String, in folder: CertificateFolder, _ report: (Outcome, String) -> Void
    ) throws -> SecretFile {
        let file = SecretFile(path: "\(folder.path)/\(name)")
        report(try file.provide() ? .made : .kept, file.path)
        return file
    }
}
