import NIOCore
import NIOPosix
import NIOSSL

/// The store of limits on a Valkey or Redis server, with one connection and one command at a time.
actor ValkeyLimitStore: LimitStore {
    private let address: StoreAddress
    private let prefix: String
    /// The id of this gateway among those that share the store.
    private let gateway: String
    /// The time limit of a connection, and of a command.
    private let timeout: TimeAmount
    private let group: any EventLoopGroup
    private var channel: (any Channel)?
    private let tls: NIOSSLContext?

    /// Creates a store; the first exchange connects.
    ///
    /// - Parameters:
    ///   - prefix: the beginning of all keys.
    ///   - gateway: an id that no other gateway has.
    /// - Throws: `NIOSSLError` if the authority's file contains no certificates.
    init(
        _ address: StoreAddress, prefix: String, gateway: String, timeout: TimeAmount, group: any EventLoopGroup
    ) throws {
        self.address = address
        self.prefix = prefix
        self.gateway = gateway
        self.timeout = timeout
        self.group = group
        tls = try Self.context(for: address)
    }

    func exchange(_ reports: [LimitReport]) async throws(LimitStoreFault) -> LimitReply {
        let channel = try await connected()
        do throws(LimitStoreFault) {
            let command = LimitScript.command(reports, gateway: gateway, prefix: prefix)
            return try LimitScript.reply(try await send(command, on: channel), to: reports.count)
        } catch {
            // A late reply would be taken for that to the next command.
            channel.close(promise: nil)
            self.channel = nil
            throw error
        }
    }

    func close() async {
        try? await channel?.close()
        channel = nil
    }

    private func connected() async throws(LimitStoreFault) -> any Channel {
        if let channel, channel.isActive { return channel }
        let new: any Channel
        do {
            let host = address.host
            let context = tls
            new = try await ClientBootstrap(group: group).connectTimeout(timeout).channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context {
                        let name = (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: context, serverHostname: name))
                    }
                    try channel.pipeline.syncOperations.addHandler(StoreHandler())
                }
            }.connect(host: host, port: address.port).get()
        } catch {
            throw LimitStoreFault("no connection: \(error)")
        }
        do throws(LimitStoreFault) {
            if let password = address.password {
                try await check(["AUTH"] + (address.user.map { [$0] } ?? []) + [password], on: new)
            }
            if address.database > 0 { try await check(["SELECT", "\(address.database)"], on: new) }
        } catch {
            new.close(promise: nil)
            throw error
        }
        channel = new
        return new
    }

    /// Returns the client's side of TLS with the server; `nil` if the address does without.
    ///
    /// - Throws: `NIOSSLError` if the authority's file contains no certificates.
    static func context(for address: StoreAddress) throws -> NIOSSLContext? {
        guard address.isSecure else { return nil }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        if let authorityFile = address.authorityFile {
            configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(authorityFile))
        }
        return try NIOSSLContext(configuration: configuration)
    }

    private func check(_ words: [String], on channel: any Channel) async throws(LimitStoreFault) {
        if case .error(let text) = try await send(words, on: channel) {
            throw LimitStoreFault("the store answered: \(text)")
        }
    }

    private func send(_ words: [String], on channel: any Channel) async throws(LimitStoreFault) -> StoreReply {
        let reply = channel.eventLoop.makePromise(of: StoreReply.self)
        let timer = channel.eventLoop.scheduleTask(in: timeout) { reply.fail(LimitStoreFault("no reply in time")) }
        channel.writeAndFlush(StoreCommand(bytes: StoreProtocol.command(words), reply: reply))
            .whenFailure { reply.fail(LimitStoreFault("\($0)")) }
        defer { timer.cancel() }
        do {
            return try await reply.futureResult.get()
        } catch {
            throw error as? LimitStoreFault ?? LimitStoreFault("\(error)")
        }
    }
}
