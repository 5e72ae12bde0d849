import NIOCore

/// Closes connections that exceed a limit before anything is spent on them: no TLS, no pipeline.
final class AcceptGate: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let gate: CallGate
    private let connections: Connections
    private let metrics: EdgeMetrics
    private let expectsHandshake: Bool
    /// Load balancers: the limits of one address are held when the client behind them is known.
    private let balancers: NetworkList

    init(
        gate: CallGate, connections: Connections, metrics: EdgeMetrics, expectsHandshake: Bool, balancers: NetworkList
    ) {
        self.gate = gate
        self.balancers = balancers
        self.connections = connections
        self.metrics = metrics
        self.expectsHandshake = expectsHandshake
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        let client = ClientAddress(channel.remoteAddress)
        let isBalancer = balancers.contains(client.bytes)
        let address = isBalancer ? nil : client.keys.narrow
        if let reason = refusal(of: isBalancer ? nil : client, at: context.eventLoop.now) {
            metrics.refuse(reason)
            channel.close(promise: nil)
            return
        }
        let connections = connections
        let metrics = metrics
        metrics.accept()
        if !expectsHandshake { connections.handshakeEnded() }
        channel.closeFuture.whenComplete { _ in
            connections.closed(from: address)
            metrics.close()
        }
        context.fireChannelRead(data)
    }

    private func refusal(of client: ClientAddress?, at now: NIODeadline) -> EdgeMetrics.Refusal? {
        if let client, !gate.guardAdmits(client, cost: gate.policies.connectionCost, at: now) { return .rate }
        switch connections.opened(from: client?.keys.narrow) {
        case nil: return nil
        case .total: return .total
        case .address: return .address
        case .handshakes: return .handshakes
        }
    }
}
