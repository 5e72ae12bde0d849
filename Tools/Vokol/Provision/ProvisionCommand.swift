import ArgumentParser
import Machine

/// The command `vokol provision`: creates keys, certificates and passwords for processes that share no files.
struct ProvisionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provision",
        abstract: "Creates keys, certificates and passwords for each process of an installation.",
        discussion: """
            Writes one directory for each process. Mount each only into its process, as
            docker-compose.yml does:

              authority/   ca.pem and ca.key: mount nowhere else
              gateway/     ca.pem, server.pem (for clients), gateway.pem (for services)
              auth/        ca.pem, auth.pem, database-url, secret
              museums/     ca.pem, museums.pem, database-url
              aggregator/  ca.pem, aggregator.pem, database-url
              schedule/    ca.pem, schedule.pem, database-url
              booking/     ca.pem, booking.pem, database-url, secret
              postgres/    ca.pem, postgres.pem, a password for each role

            The key of a certificate NAME.pem is in NAME.key. Existing files are kept, so the
            command can run before every start; certificates are renewed 30 days before they
            expire.

            EXAMPLE
              vokol provision --directory /provision --host vokol.example.by
            """)

    @Option(help: "The directory; processes must see theirs under the same path.")
    var directory: String

    @Option(
        name: .customLong("host"), help: "A host name or IP address of the gateway. Repeatable."
    )
    var hosts: [String] = []

    @Option(help: "The host name of the PostgreSQL server, for its certificate.")
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
