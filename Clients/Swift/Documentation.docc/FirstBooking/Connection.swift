import HTTP
import VokolClient
import VokolClientNIO

/// Creates the client of one server, which keeps its session in a file.
func makeClient(host: String, port: Int, authority: String, session: String) throws -> Client {
    // An instance on this machine has an authority of its own; leave `trust` out for a server on the internet.
    let transport = try HTTPTransport(host: host, port: port, trust: .only(file: authority))
    return Client(transport, session: FileTokenStore(path: session))
}
