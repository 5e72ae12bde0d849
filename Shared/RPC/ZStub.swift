// TEMPORARY shape of the RPC server so that ServiceRuntime compiles: whoever lands the real RPCServer deletes this file.
public import Contracts
public import Logging
public import NIOCore
public import ServiceLifecycle
public struct LinkTLS: Sendable { public init(certificateChainFile: String, privateKeyFile: String, authorityFile: String) throws {} }
public struct RPCServerConfiguration: Sendable {
    public var host: String; public var port: Int
    public var maximumInFlight = 1024, maximumConnections = 1024
    public var allowPlaintextOffLoopback = false
    public var drainTimeout: Duration = .seconds(20)
    public var secret: [UInt8]?
    public var tls: LinkTLS?
    public init(host: String, port: Int) { self.host = host; self.port = port }
}
public protocol CallObserver: Sendable {
    func callFinished(_ method: String, code: ErrorCode?, duration: Duration, context: CallContext, error: (any Error)?)
}
public final class RPCServer: Service {
    public init(configuration: RPCServerConfiguration, handler: any CallHandler, observer: any CallObserver, logger: Logger, group: any EventLoopGroup) {}
    public func run() async throws {}
    public func boundAddress() async throws -> SocketAddress { throw CancellationError() }
}
