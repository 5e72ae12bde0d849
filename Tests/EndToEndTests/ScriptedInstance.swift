import Foundation
import Synchronization
import TestSupport

/// An instance whose weather, addresses, NewsAPI and university give the answers that tests set; the other third
/// parties are simulated.
///
/// No two of them have a path in common.
final class ScriptedInstance: Sendable {
    /// Makes the answer to a request with the given query.
    typealias Script = @Sendable (_ query: [String: String]) -> ProviderServer.Answer

    let simulated: SimulatedInstance
    private let server: ProviderServer
    private let scripts: Scripts

    private final class Scripts: Sendable {
        private let byPath = Mutex<[String: Script]>([:])

        subscript(path: String) -> Script? {
            get { byPath.withLock { $0[path] } }
            set { byPath.withLock { $0[path] = newValue } }
        }
    }

    private init(_ simulated: SimulatedInstance, _ server: ProviderServer, _ scripts: Scripts) {
        (self.simulated, self.server, self.scripts) = (simulated, server, scripts)
    }

    static func start() async throws -> ScriptedInstance {
        let scripts = Scripts()
        let (server, address) = try await ProviderServer.start { request in
            let (path, query) = parts(of: request)
            return scripts[path]?(query) ?? .reply(404, "{}")
        }
        let simulated = try await SimulatedInstance.start(environment: [
            "VOKOL_OPENMETEO_BASE": address, "VOKOL_OPENWEATHERMAP_BASE": address, "VOKOL_GOOGLE_BASE": address,
            "VOKOL_GOOGLE_KEY": "key", "VOKOL_NEWSAPI_BASE": address, "VOKOL_NEWSAPI_KEY": "key",
            "VOKOL_BSUIR_URL": address,
        ])
        return ScriptedInstance(simulated, server, scripts)
    }

    /// Sets the answer to requests for a path.
    func answer(_ path: String, _ script: @escaping Script) { scripts[path] = script }

    /// Returns the queries of all requests for a path, in order.
    func queries(of path: String) -> [[String: String]] {
        server.requests.map(Self.parts).filter { $0.path == path }.map(\.query)
    }

    private static func parts(of request: ProviderServer.Request) -> (path: String, query: [String: String]) {
        let parts = URLComponents(string: request.uri)
        let items = (parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        return (parts?.path ?? "", Dictionary(items) { first, _ in first })
    }
}
