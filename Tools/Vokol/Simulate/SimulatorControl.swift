import Contract
import HTTP
import Machine
import NIOHTTP1
import NIOPosix
import ServiceRuntime
import Wire

/// A client for the control endpoints of a running simulator, over plain HTTP on loopback.
struct SimulatorControl: Sendable {
    var port: Int

    /// Returns the reason why the simulator is not ready; `nil` if it is ready.
    func fault() async -> String? {
        guard let (status, _) = try? await HealthProbe.get("/_/health", host: "127.0.0.1", port: port) else {
            return "is starting"
        }
        return status == 200 ? nil : "answers \(status)"
    }

    /// Sends a request and returns the body of the answer.
    ///
    /// - Throws: ``OperatorError`` with the simulator's message if it rejects the request.
    func send(_ method: HTTPMethod, _ target: String, body: JSONNode? = nil) async throws -> [UInt8] {
        var settings = HTTPClient.Settings(trust: nil)
        settings.connectTime = .seconds(2)
        let client = try HTTPClient(settings, group: MultiThreadedEventLoopGroup.singleton)
        let address = HTTPAddress(HTTPOrigin(isSecure: false, host: "127.0.0.1", port: port), target: target)
        let request = HTTPRequest(method, address, body: body.map { Array($0.serialized().utf8) } ?? [])
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await client.response(
                to: request, within: HTTPLimits(time: .seconds(60), maximumBytes: 1 << 20))
        } catch {
            throw OperatorError("the simulator on port \(port) gives no answer; is the instance running? (\(error))")
        }
        guard response.isSuccess else {
            let errorBody = try? JSONCoding.decode(ErrorBody.self, from: response.body, unknownMembers: .ignored)
            throw OperatorError("the simulator rejects the request: \(errorBody?.error ?? "status \(response.status)")")
        }
        return response.body
    }

    private struct ErrorBody: Decodable {
        var error: String
    }
}
