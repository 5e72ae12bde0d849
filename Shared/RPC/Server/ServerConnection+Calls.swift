import Contract
import Lines
import NIOCore
import Values
import Wire

extension ServerConnection {
    /// Starts a call's task, or rejects the call.
    func admit(_ incoming: IncomingCall, at now: NIODeadline) {
        liveness.called(at: now)
        guard let id = incoming.id else {
            return reject(nil, incoming, LineRejection(.invalidRequest, "a call needs an id"))
        }
        if incoming.claimsIdentity, incoming.context.peer == .anonymous {
            return reject(
                id, incoming,
                LineRejection(
                    .forbidden, "only an introduced process may call on behalf of a user", reason: .notIntroduced))
        }
        guard !incoming.isPrincipalBroken else {
            return reject(id, incoming, LineRejection(.invalidRequest, "meta.principal is not a principal"))
        }
        guard lifecycle.admitsCall(at: now) else {
            return reject(id, incoming, LineRejection(.draining, "the server is shutting down"))
        }
        switch calls.admit(id, deadline: now + incoming.timeout) {
        case .duplicate:
            reject(
                id, incoming,
                LineRejection(.invalidRequest, "the id is already in flight", reason: .idInUse))
        case .full:
            reject(
                id, incoming,
                LineRejection(
                    .overloaded, "too many calls are in flight", reason: .tooManyInFlight,
                    retryAfter: parts.configuration.overloadRetryAfter))
        case .admitted(let slot):
            let call = ServerCall(method: incoming.method, context: incoming.context, startedAt: now)
            parts.connections.callStarted()
            calls.attach(RunningCall(call: call, task: start(call, incoming.params, slot: slot)), to: slot)
        }
    }

    /// Starts a call's task; besides `MainThread`, the only place that starts tasks.
    ///
    /// At most `maximumInFlight` run at a time, and each is cancelled with its connection.
    private func start(_ call: ServerCall, _ params: ByteBuffer, slot: Int) -> Task<Void, Never> {
        Task(executorPreference: executor) { [finished, executor, handler = parts.handler] in
            if let executor { call.taskStarted(at: executor.now) }
            let outcome: Result<ByteBuffer, any Error>
            do {
                outcome = .success(try await call.answer(by: handler, params: params))
            } catch {
                outcome = .failure(error)
            }
            finished?.deliver(FinishedCalls.Finished(slot: slot, outcome: outcome))
        }
    }

    /// Answers a call with the outcome of its handler.
    func answer(_ id: CallID, _ call: ServerCall, _ outcome: Result<ByteBuffer, any Error>, at now: NIODeadline) {
        switch outcome {
        case .success(let result):
            if let fault = fault(of: result) { return end(id, call, fault, thrown: fault, at: now) }
            call.reportCost(to: lifecycle.peer, as: id, into: &outbox)
            AnswerLine.write(id: id, result: result, into: &outbox)
            observe(call, code: nil, error: nil, at: now)
        case .failure(let error as RPCError): end(id, call, error, thrown: error, at: now)
        case .failure(let error as CancellationError): end(id, call, RPCError(.cancelled), thrown: error, at: now)
        case .failure(let error): end(id, call, RPCError(.internal), thrown: error, at: now)
        }
    }

    /// Returns the error for a result that cannot be sent, which is the handler's fault; `nil` if it can be sent.
    private func fault(of result: ByteBuffer) -> RPCError? {
        guard result.readableBytes <= parts.configuration.maximumAnswerBytes else {
            return RPCError(.internal, cause: "the result has \(result.readableBytes) bytes")
        }
        guard result.readableBytes > 0, !result.withUnsafeReadableBytes({ $0.holdsLineBreak }) else {
            return RPCError(.internal, cause: "the result is not one line")
        }
        return nil
    }

    /// Answers a call with an error, even before its task has ended: services add a cost before the work.
    func end(_ id: CallID, _ call: ServerCall, _ error: RPCError, thrown: (any Error)? = nil, at now: NIODeadline) {
        call.reportCost(to: lifecycle.peer, as: id, into: &outbox)
        let object = error.encoded(
            traceID: call.context.trace.traceID, in: call.context.language, defaultDelay: defaultDelay)
        AnswerLine.write(id: id, error: object, into: &outbox)
        observe(call, code: error.code, error: thrown, at: now)
    }

    func observe(_ call: ServerCall, code: ErrorCode?, error: (any Error)?, at now: NIODeadline) {
        let nanoseconds = (now - call.startedAt).nanoseconds
        parts.observer.callFinished(
            call.method, code: code, duration: .nanoseconds(nanoseconds), context: call.context, error: error)
    }

    private func reject(_ id: CallID?, _ incoming: IncomingCall, _ rejection: LineRejection) {
        reject(
            id, method: incoming.method, rejection, in: incoming.context.language, trace: incoming.context.trace)
    }

    /// Answers a line that is not passed to a handler.
    func reject(
        _ id: CallID?, method: String?, _ rejection: LineRejection, in language: Language = .english,
        trace: TraceContext? = nil
    ) {
        let traceID = (trace ?? .root(using: &random)).traceID
        let error = rejection.error.encoded(traceID: traceID, in: language, defaultDelay: defaultDelay)
        AnswerLine.write(id: id, error: error, into: &outbox)
        parts.observer.lineRejected(
            method, code: rejection.code, reason: rejection.detail, traceID: traceID, peer: lifecycle.peer)
    }

    private var defaultDelay: Int64 { Int64(parts.configuration.retryAfter / .milliseconds(1)) }
}
