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
        if let reason = refusal(of: channel, from: isBalancer ? nil : client, at: context.eventLoop.now) {
            metrics.refuse(reason)
            channel.close(promise: nil)
            return
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

    private func refusal(
        of channel: any Channel, from client: ClientAddress?, at now: NIODeadline
    ) -> EdgeMetrics.Refusal? {
        if let client, !edge.gate.guardAdmits(client.keys, cost: edge.gate.policies.connectionCost, at: now) {
            return .rate
        }
        return connections.opened(channel, from: client?.keys).map { EdgeMetrics.Refusal($0) }
    }
}

extension EdgeMetrics.Refusal {
    /// Converts the ledger's refusal.
    init(_ refusal: ConnectionLedger.Refusal) {
        switch refusal {
        case .total: self = .total
        case .address: self = .address
        case .handshakes: self = .handshakes
        }
    }
}
