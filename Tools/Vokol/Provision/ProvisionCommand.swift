import ArgumentParser
import Machine

/// `vokol provision`: keys, certificates and passwords for an installation whose processes share no files.
struct ProvisionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provision",
        abstract: "Makes what each process of an installation must know, apart.",
        discussion: """
            Writes one directory a process, to be mounted where that process alone can read
            it, as deploy/Dockerfile and docker-compose.yml do:

              authority/   ca.pem and ca.key: to be mounted nowhere else
              gateway/     ca.pem, server.pem (for clients), gateway.pem (for services)
              auth/        ca.pem, auth.pem, database-url, secret
              museums/     ca.pem, museums.pem, database-url
              booking/     ca.pem, booking.pem, database-url, secret
              postgres/    ca.pem, postgres.pem, a password for each role

            Each certificate NAME.pem has its key in NAME.key. What is there and still good
            is kept, so it can run before every start; certificates are made anew 30 days
            before they end.

            EXAMPLE
              vokol provision --directory /provision --host vokol.example.by
            """)

    @Option(help: "The directory; the processes must see theirs at the same path.")
    var directory: String

    @Option(
        name: .customLong("host"), help: "A host name or IP address by which clients know the gateway; may be repeated."
    )
    var hosts: [String] = []

    @Option(help: "The host name of the PostgreSQL server, which its certificate holds.")
    var databaseHost = "postgres"

    @Option(help: "The port of the PostgreSQL server.")
    var databasePort = 5432

    func run() throws {
        let provision = Provision(
            path: Files.absolute(directory), hosts: hosts.isEmpty ? ["localhost", "127.0.0.1", "::1"] : hosts,
            databaseHost: databaseHost, databasePort: databasePort)
        try provision.run { outcome, file in print("\(outcome.rawValue)  \(file)") }
    }
}
