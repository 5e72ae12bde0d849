public import Contract
public import NIOCore
import NIOPosix
import Resilience
import Synchronization
import Wire

/// Calls a service over one connection, opened on first use and reopened when it is lost.
///
/// While the service cannot be reached, calls fail at once with `unavailable` and a retry delay; nothing is sent twice.
/// Meant for services, tools and tests; the gateway uses ``LinkConnection`` directly.
public final class RPCClient: Sendable {
    private let loop: any EventLoop
    private let link: NIOLoopBoundBox<ClientLink?>

    /// Creates a client, which connects on first use.
    ///
    /// - Parameters:
    ///   - host: the service's address, or a name that is resolved for every attempt.
    ///   - configuration: the configuration of its links.
    ///   - firstRest: the pause after a failed attempt; doubles with each failure.
    ///   - longestRest: the longest such pause.
    ///   - jitter: returns numbers in 0…1 that spread the attempts of many clients.
    public init(
        host: String, port: Int, configuration: LinkConfiguration, group: any EventLoopGroup,
        firstRest: Duration = .milliseconds(50), longestRest: Duration = .seconds(2),
        jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        // The parameters are dependencies and defaults, and each process creates one client per service.
        let loop = group.any()
        self.loop = loop
        let link = NIOLoopBoundBox.makeEmptyBox(valueType: ClientLink.self, eventLoop: loop)
        self.link = link
        loop.execute {
            link.value = ClientLink(
                ClientLink.Target(host: host, port: port, configuration: configuration), on: loop,
                schedule: ReconnectSchedule(Backoff(first: firstRest, longest: longestRest)),
                jitter: jitter)
        }
    }

    deinit {
        loop.execute { [link] in link.value?.close() }
    }

    /// Calls a method of the contract.
    ///
    /// - Returns: the result; unknown members are ignored.
    /// - Throws: the service's error; `unavailable` if it cannot be reached or the connection is lost;
    ///   `deadline-exceeded`; `cancelled` with its task; `bad-upstream` if the result is not of the method's type.
    public func call<M: Method>(
        _ method: M.Type, _ params: M.Params, _ options: CallOptions = CallOptions()
    ) async throws(RPCError) -> M.Result {
        let declaration = M.declaration
        var options = options
        options.timeout = options.timeout ?? .milliseconds(declaration.timeoutMilliseconds)
        let encoded: [UInt8]
        do {
            encoded = try JSONCoding.encode(params)
        } catch {
            throw RPCError(.internal, cause: "the parameters cannot be encoded: \(error)")
        }
        let result = try await call(declaration.name, params: ByteBuffer(bytes: encoded), options)
        do throws(JSONDecodingFailure) {
            return try result.withUnsafeReadableBytes { bytes throws(JSONDecodingFailure) in
                try ResultDecoder.decode(M.Result.self, from: bytes)
            }
        } catch {
            throw RPCError(.badUpstream, cause: "the result is not of the method's type: \(error.problems)")
        }
    }

    /// Calls a method by its name.
    ///
    /// - Parameter params: one JSON object without raw CR and LF.
    /// - Returns: the result as JSON.
    /// - Throws: the same errors as ``call(_:_:_:)``.
    public func call(
        _ method: String, params: ByteBuffer?, _ options: CallOptions = CallOptions()
    ) async throws(RPCError) -> ByteBuffer {
        let principal: [UInt8]?
        do {
            principal = try options.principal.map { try JSONCoding.encode($0) }
        } catch {
            throw RPCError(.internal, cause: "the principal cannot be encoded: \(error)")
        }
        let ticket = CallTicket()
        let meta = ClientLink.Meta(options: options, principal: principal)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.execute { [link] in
                    link.value?.submit(ticket, method, params, meta) { continuation.resume(returning: $0) }
                }
            }
        } onCancel: {
            ticket.cancel()
            loop.execute { [link] in link.value?.cancel(ticket) }
        }
        return try outcome.get()
    }

    /// Closes the connection; pending and later calls fail as `unavailable`.
    public func close() async {
        await withCheckedContinuation { continuation in
            loop.execute { [link] in
                link.value?.close()
                continuation.resume()
            }
        }
    }
}

/// The identity of a call, and a flag that tells whether its task was cancelled.
final class CallTicket: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .acquiring) }

    func cancel() { flag.store(true, ordering: .releasing) }
}
