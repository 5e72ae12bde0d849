public import Contracts
public import NIOCore
import NIOPosix
import Resilience
import Synchronization
import Wire

/// Calls a service: one connection, made when it is first needed and made again when it is lost.
///
/// While the service cannot be reached, calls fail at once with `unavailable` and say when to try again; nothing is sent twice.
/// For services, tools and tests; the gateway uses ``LinkConnection`` itself.
public final class RPCClient: Sendable {
    private let loop: any EventLoop
    private let link: NIOLoopBoundBox<ClientLink?>

    /// Makes a client that does nothing yet.
    ///
    /// - Parameters:
    ///   - host: the service's address, or a name of it, looked up on every connection attempt.
    ///   - configuration: how to connect, and every limit.
    ///   - firstRest: how long no attempt is made after one has failed; doubles with each failure.
    ///   - longestRest: the longest such pause.
    ///   - jitter: gives numbers in 0…1 that spread the attempts of many clients.
    public init(
        host: String, port: Int, configuration: LinkConfiguration, group: any EventLoopGroup,
        firstRest: Duration = .milliseconds(50), longestRest: Duration = .seconds(2),
        jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
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
    /// - Returns: the result; members of it that this program does not know are passed over.
    /// - Throws: what the service answered; `unavailable` if it cannot be reached or the connection is lost before an answer;
    ///   `deadline-exceeded`; `cancelled` if the task was; `bad-upstream` if the result is not of the method's type.
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
                try JSONCoding.decode(M.Result.self, from: bytes, unknownMembers: .ignored)
            }
        } catch {
            throw RPCError(.badUpstream, cause: "the result is not of the method's type: \(error.problems)")
        }
    }

    /// Calls a method by its name.
    ///
    /// - Parameter params: one JSON object without raw CR and LF.
    /// - Returns: the result as JSON.
    /// - Throws: as ``call(_:_:_:)``.
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

    /// Ends the connection; calls in flight and calls to come fail as `unavailable`.
    public func close() async {
        await withCheckedContinuation { continuation in
            loop.execute { [link] in
                link.value?.close()
                continuation.resume()
            }
        }
    }
}

/// A call's name for as long as it lasts, and whether its task was cancelled.
final class CallTicket: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .acquiring) }

    func cancel() { flag.store(true, ordering: .releasing) }
}
