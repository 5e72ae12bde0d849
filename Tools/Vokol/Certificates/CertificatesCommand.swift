import ArgumentParser

/// The command `vokol certificates`: creates a local authority, and certificates for servers and links.
struct CertificatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificates",
        abstract: "Creates a local certificate authority and certificates.",
        discussion: """
            Writes ca.pem and ca.key once, then server.pem and server.key for all hosts, and
            NAME.pem and NAME.key for each service. The command can run at any time: valid
            certificates are kept, and renewed 30 days before they expire. Keys are readable
            by their owner only.

            EXAMPLES
              vokol certificates --directory certs --host localhost --host 127.0.0.1
              vokol certificates --directory certs --host vokol.example.by \\
                --service gateway --service auth
            """)

    @Option(help: "The directory of the authority and its certificates.")
    var directory: String

    @Option(name: .customLong("host"), help: "A host name or IP address of the server. Repeatable.")
    var hosts: [String] = []

    @Option(
        name: .customLong("service"),
        help: "A process that authenticates on links, such as gateway or auth. Repeatable.")
    var services: [String] = []

    func validate() throws {
        for name in services where ["ca", "server"].contains(name) || name.contains("/") {
            throw ValidationError("\(name) is not a valid service name")
        }
    }

    func run() throws {
        let folder = CertificateFolder(path: directory)
        let (authority, outcome) = try folder.authority()
        print("\(outcome.rawValue)  \(folder.authorityFile)")
        if !hosts.isEmpty {
            let outcome = try folder.provide(.server(hosts: hosts), as: "server", from: authority)
            print("\(outcome.rawValue)  \(folder.certificateFile("server"))  (\(hosts.joined(separator: ", ")))")
        }
        for service in services {
            let outcome = try folder.provide(.service(service), as: service, from: authority)
            print("\(outcome.rawValue)  \(folder.certificateFile(service))")
        }
    }
}
