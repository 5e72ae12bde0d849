import NIOCore

/// Closes connections that exceed a limit before they cost anything: no TLS, no pipeline.
final class AcceptGate: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let edge: EdgeLoop
    private let connections: Connections
    private let metrics: EdgeMetrics
    /// The load balancers; the limits per address apply to their connections once the client behind them is known.
    private let balancers: NetworkList

    init(edge: EdgeLoop, connections: Connections, metrics: EdgeMetrics, balancers: NetworkList) {
        self.edge = edge
        self.balancers = balancers
        self.connections = connections
        self.metrics = metrics
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        let client = ClientAddress(channel.remoteAddress)
        let isBalancer = balancers.contains(client.bytes)
        // The connections of HTTP proxies carry many clients, so the shares of one address do not apply to them.
        let isShared = isBalancer || edge.limits.http.forwarders.contains(client.bytes)
        if !isBalancer,
            !edge.gate.guardAdmits(client.keys, cost: edge.gate.policies.connectionCost, at: context.eventLoop.now)
        {
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
