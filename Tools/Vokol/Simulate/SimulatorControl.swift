import Contract
import GatewayClient
import Machine
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceRuntime
import Wire

/// A client of a running simulator, over plain HTTP on loopback.
struct SimulatorControl: Sendable {
    var port: Int

    /// The reason why the simulator is not ready; `nil` if it is.
    func fault() async -> String? {
        guard let (status, _) = try? await HealthProbe.get("/_/health", host: "127.0.0.1", port: port) else {
            return "is starting"
        }
        return status == 200 ? nil : "answers \(status)"
    }

    /// Sends a request and returns the body of the answer.
    /// - Throws: ``OperatorError`` with the simulator's message if it refuses.
    func send(_ method: HTTPMethod, _ target: String, body: JSONNode? = nil) async throws -> [UInt8] {
        let channel: any Channel
        do {
            channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(.seconds(2))
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try HTTPCallHandler.add(to: channel)
                    }
                }
                .connect(host: "127.0.0.1", port: port).get()
        } catch {
            throw OperatorError(
                "cannot reach the simulator on port \(port); is the instance running? (\(GatewayAddress.cause(of: error)))"
            )
        }
        let bytes = body.map { Array($0.serialized().utf8) }
        var head = HTTPRequestHead(version: .http1_1, method: method, uri: target)
        head.headers = ["host": "127.0.0.1", "content-length": "\(bytes?.count ?? 0)"]
        let answer = try await HTTPCallHandler.send(head, body: bytes, on: channel)
        try? await channel.close()
        guard (200..<300).contains(answer.status) else {
            let refusal = try? JSONCoding.decode(Refusal.self, from: answer.body, unknownMembers: .ignored)
            throw OperatorError("the simulator rejects the request: \(refusal?.error ?? "status \(answer.status)")")
        }
        return answer.body
    }

    private struct Refusal: Decodable {
        var error: String
    }
}
