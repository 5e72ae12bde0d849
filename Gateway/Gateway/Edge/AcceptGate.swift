import NIOCore

/// Closes connections that exceed a limit before they cost anything: no TLS, no pipeline.
final class AcceptGate: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let gate: CallGate
    private let connections: Connections
    private let metrics: EdgeMetrics
    /// The load balancers; the limits per address apply to their connections once the client behind them is known.
    private let balancers: NetworkList
    /// The HTTP proxies; their connections carry many clients, so the shares of one address do not apply to them.
    private let forwarders: NetworkList

    init(
        gate: CallGate, connections: Connections, metrics: EdgeMetrics, balancers: NetworkList, forwarders: NetworkList
    ) {
        self.gate = gate
        self.balancers = balancers
        self.forwarders = forwarders
        self.connections = connections
        self.metrics = metrics
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        let client = ClientAddress(channel.remoteAddress)
        let isBalancer = balancers.contains(client.bytes)
        let isShared = isBalancer || forwarders.contains(client.bytes)
        if !isBalancer, !gate.guardAdmits(client.keys, cost: gate.policies.connectionCost, at: context.eventLoop.now) {
            metrics.refuse(.rate)
            return channel.close(promise: nil)
        }
        if let refusal = connections.opened(channel, from: isShared ? nil : client.keys) {
            metrics.refuse(EdgeMetrics.Refusal(refusal))
            return channel.close(promise: nil)
        }
        let connections = connections
        let metrics = metrics
        metrics.accept()
        channel.closeFuture.whenComplete { _ in
            connections.closed(channel)
            metrics.close()
        }
        context.fireChannelRead(data)
    }
}

extension EdgeMetrics.Refusal {
    /// Converts the ledger's refusal.
    init(_ refusal: ConnectionLedger.Refusal) {
        switch refusal {
        case .total: self = .total
        case .network: self = .network
        case .address: self = .address
        case .handshakes: self = .handshakes
        }
    }
}
