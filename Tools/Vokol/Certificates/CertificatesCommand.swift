import ArgumentParser

/// `vokol certificates`: a local certificate authority, and certificates for servers and for links between processes.
struct CertificatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificates",
        abstract: "Makes a local certificate authority and certificates from it.",
        discussion: """
            Writes DIR/ca.pem and DIR/ca.key once, then server.pem and server.key for all
            hosts together, and NAME.pem and NAME.key for each service. Certificates that
            are still good are kept, so it can run again at any time; they are made anew
            30 days before they end. Keys are readable by their owner alone.

            EXAMPLES
              vokol certificates --directory certs --host localhost --host 127.0.0.1
              vokol certificates --directory certs --host vokol.example.by \\
                --service gateway --service auth
            """)

    @Option(help: "The directory of the authority and its certificates.")
    var directory: String

    @Option(name: .customLong("host"), help: "A host name or IP address of the server; may be repeated.")
    var hosts: [String] = []

    @Option(
        name: .customLong("service"),
        help: "A process that introduces itself on links, such as gateway or auth; may be repeated.")
    var services: [String] = []

    func validate() throws {
        for name in services where ["ca", "server"].contains(name) || name.contains("/") {
            throw ValidationError("a service cannot be called \(name)")
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
