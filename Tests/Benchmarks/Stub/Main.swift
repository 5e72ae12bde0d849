import Logging
import NIOCore
import NIOPosix
import RPC

/// The stub behind a gateway or proxy in benchmarks, which answers every call with the same result.
///
/// It speaks the line protocol, as our services do, or HTTP/1.1, as nginx and HAProxy expect. The results of both have
/// the same size:
///
/// vokol-bench-stub lines PORT BYTES SECRET | vokol-bench-stub http PORT BYTES
@main
struct Main {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count >= 4, let port = Int(words[2]), let size = Int(words[3]) else {
            print("vokol-bench-stub lines PORT BYTES SECRET | vokol-bench-stub http PORT BYTES")
            return
        }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        if words[1] == "lines", words.count == 5 {
            var configuration = RPCServerConfiguration(host: "127.0.0.1", port: port)
            configuration.secret = Array(words[4].utf8)
            let server = RPCServer(
                configuration: configuration, handler: ConstantHandler(result: result(ofSize: size)),
                observer: NoObserver(), logger: Logger(label: "stub"), group: group)
            try await server.run()
        } else {
            try await ConstantHTTP.run(port: port, body: result(ofSize: size), group: group)
        }
    }

    /// Returns a JSON object of exactly `size` bytes.
    private static func result(ofSize size: Int) -> ByteBuffer {
        let frame = #"{"id":"stub","text":""}"#
        let text = String(repeating: "x", count: max(0, size - frame.utf8.count))
        return ByteBuffer(string: #"{"id":"stub","text":"\#(text)"}"#)
    }
}
