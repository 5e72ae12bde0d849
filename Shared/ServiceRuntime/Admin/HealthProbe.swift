import HTTP
import NIOHTTP1
import NIOPosix

/// The command `vokol-NAME health`: asks the running process whether it is ready, within two seconds.
package enum HealthProbe {
    /// Performs the check and returns its exit code.
    ///
    /// - Returns: 0 if the process is ready; 1 if it is not ready or not reachable.
    static func run(host: String, port: Int) async -> Int32 {
        let address = host == "0.0.0.0" || host == "::" ? "127.0.0.1" : host
        do {
            let (status, body) = try await get("/readyz", host: address, port: port)
            print(body, terminator: "")
            return status == 200 ? 0 : 1
        } catch {
            print("not reachable on \(address):\(port): \(error)")
            return 1
        }
    }

    /// Requests a path of a process's admin port; returns the status and at most 1 MiB of the body.
    ///
    /// Fails after two seconds.
    package static func get(_ path: String, host: String, port: Int) async throws -> (Int, String) {
        var settings = HTTPClient.Settings(trust: nil)
        settings.connectTime = .seconds(2)
        let client = try HTTPClient(settings, group: MultiThreadedEventLoopGroup.singleton)
        let address = HTTPAddress(HTTPOrigin(isSecure: false, host: host, port: port), target: path)
        let response = try await client.response(
            to: HTTPRequest(.GET, address), within: HTTPLimits(time: .seconds(2), maximumBytes: 1 << 20))
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }
}
