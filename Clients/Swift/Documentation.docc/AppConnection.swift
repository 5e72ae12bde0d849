import Foundation
import VokolClient

/// Creates the client of an app, which keeps its session in the Keychain.
func makeClient(server: URL) -> Client {
    Client(URLSessionTransport(server: server), session: KeychainTokenStore(service: "org.example.first-booking"))
}
