import HTTP
import Logging
import NIOHTTP1
import Resilience
import ServiceRuntime
import Synchronization

/// One third party: sends requests within the limits of its policy.
///
/// Every call is limited in time and in bytes. The texts of its ``UpstreamFailure``s contain neither addresses nor
/// keys.
public final class UpstreamHost: Sendable {
    /// The name in metrics and logs, such as `open-meteo`.
    public let name: String

    private let address: UpstreamAddress
    private let policy: HostPolicy
    private let context: HostContext
    private let metrics: HostMetrics
    private let admission: Mutex<HostAdmission>

    /// Creates a third party with an address.
    ///
    /// - Parameter base: `https://…`, or `http://…` on loopback only; with a path if all its paths begin with one.
    /// - Throws: ``UpstreamAddressFault`` if calls must not go to that address.
    init(
        name: String, base: String, policy: HostPolicy, context: HostContext
    ) throws(UpstreamAddressFault) {
        address = try UpstreamAddress(base)
        self.name = name
        self.policy = policy
        self.context = context
        metrics = HostMetrics(host: name, in: context.metrics)
        admission = Mutex(HostAdmission(policy))
    }

    /// Sends a request, and repeats it if a retry may help.
    ///
    /// - Parameter deadline: the caller's deadline, if it is earlier than the policy's.
    public func get(
        _ request: UpstreamRequest, deadline: ContinuousClock.Instant? = nil
    ) async throws(UpstreamFailure) -> UpstreamAnswer {
        let start = context.clock.monotonic()
        let own = start + policy.total
        let end = min(deadline ?? own, own)
        admission.withLock { $0.called(at: start) }
        var judgement = try await admitted(request, end: end, isOwnEnd: end == own)
        var retries = 0
        while judgement.mayRetry, retries < policy.retries {
            let pause = policy.retryPause * context.jitter()
            let now = context.clock.monotonic()
            guard now + pause < end, admission.withLock({ $0.takeRetry(at: now) }) else { break }
            try await sleep(until: now + pause)
            retries += 1
            do throws(UpstreamFailure) {
                judgement = try await admitted(request, end: end, isOwnEnd: end == own, isRetry: true)
            } catch {
                switch error {
                // The earlier result says more than a retry that was never sent.
                case .suspended, .localLimit: return try judgement.result.get()
                default: throw error
                }
            }
        }
        return try judgement.result.get()
    }

    public func countPausedRequest() { metrics.rejected(.paused) }

    /// Makes one attempt, if admitted.
    private func admitted(
        _ request: UpstreamRequest, end: ContinuousClock.Instant, isOwnEnd: Bool, isRetry: Bool = false
    ) async throws(UpstreamFailure) -> AnswerRule.Judgement {
        let now = context.clock.monotonic()
        let flow = CallWork.currentFlow
        let decision = admission.withLock {
            $0.admit(flow, at: now, date: context.clock.now(), waiting: end - now)
        }
        guard case .go(let permit, let turn) = decision else {
            guard case .rejected(let reason, let retryAfter) = decision else { throw .cancelled }
            metrics.rejected(reason)
            throw reason.failure(retryAfter: retryAfter)
        }
        if isRetry { metrics.retries.add() }
        var judgement = AnswerRule.Judgement(result: .failure(.cancelled), verdict: .none)
        defer { conclude(permit, of: flow, judgement) }
        try await waitFor(turn)
        let start = context.clock.monotonic()
        judgement = await attempt(request, end: end, isOwnEnd: isOwnEnd)
        metrics.ended(judgement.result, after: context.clock.monotonic() - start)
        return judgement
    }

    /// Sends one request and follows its redirects.
    private func attempt(
        _ request: UpstreamRequest, end: ContinuousClock.Instant, isOwnEnd: Bool
    ) async -> AnswerRule.Judgement {
        let limits = UpstreamTransport.Limits(
            end: end, maximumBytes: policy.maximumBytes(of: request), minimumRate: policy.minimumRate,
            rateGrace: policy.rateGrace)
        let headers = headers(of: request)
        var redirects = RedirectRule(origin: address.origin)
        var target = address.target(request)
        do throws(UpstreamFailure) {
            while true {
                let response: HTTPResponse
                do throws(HTTPFailure) {
                    response = try await context.transport.get(
                        HTTPAddress(address.origin, target: target), headers: headers, limits: limits)
                } catch {
                    return judgement(of: error.reason, isOwnEnd: isOwnEnd)
                }
                metrics.bytes.add(UInt64(response.body.count))
                guard AnswerRule.isRedirect(response.status) else {
                    return AnswerRule(policy: policy, request: request).judge(response, now: context.clock.now())
                }
                target = try redirects.target(after: response.headers.first(name: "location"), from: target)
                try await waitForTurn(before: end)
            }
        } catch {
            let verdict: HostAdmission.Verdict =
                switch error {
                // The third party redirected correctly; the rejection was ours.
                case .cancelled, .suspended, .localLimit: .none
                default: .failing
                }
            return AnswerRule.Judgement(result: .failure(error), verdict: verdict)
        }
    }

    /// Waits until a redirected request may be sent.
    private func waitForTurn(before end: ContinuousClock.Instant) async throws(UpstreamFailure) {
        let now = context.clock.monotonic()
        let flow = CallWork.currentFlow
        try await waitFor(
            admission.withLock {
                $0.turns.take(for: flow, at: now, date: context.clock.now(), waiting: end - now)
            })
    }

    /// Waits until a turn has come, and charges the caller for the request.
    private func waitFor(_ turn: HostTurns.Turn) async throws(UpstreamFailure) {
        var turn = turn
        while true {
            switch turn {
            case .now:
                CallWork.current?.add(cost: policy.cost)
                return
            case .rejected(let reason, let retryAfter):
                metrics.rejected(reason)
                throw reason.failure(retryAfter: retryAfter)
            case .wait(let ticket, let time):
                do throws(UpstreamFailure) {
                    try await sleep(until: time)
                } catch {
                    admission.withLock { $0.turns.abandon(ticket) }
                    throw error
                }
                turn = admission.withLock {
                    $0.turns.look(for: ticket, at: context.clock.monotonic(), date: context.clock.now())
                }
            }
        }
    }

    private func judgement(of reason: HTTPFailure.Reason, isOwnEnd: Bool) -> AnswerRule.Judgement {
        let verdict: HostAdmission.Verdict =
            switch reason {
            case .cancelled: .none
            // The call ended at the caller's short deadline, which says nothing about the third party.
            case .timedOut where !isOwnEnd: .none
            default: .failing
            }
        return AnswerRule.Judgement(
            result: .failure(UpstreamFailure(reason)), verdict: verdict, mayRetry: reason.mayRetry)
    }

    private func headers(of request: UpstreamRequest) -> HTTPHeaders {
        var headers = HTTPHeaders([("User-Agent", context.userAgent)])
        if request.body != .image { headers.add(name: "Accept-Encoding", value: "gzip, deflate") }
        switch request.body {
        case .json: headers.add(name: "Accept", value: "application/json")
        case .xml:
            headers.add(name: "Accept", value: "application/rss+xml, application/atom+xml, application/xml, text/xml")
        case .image: headers.add(name: "Accept", value: "image/*")
        case .text: headers.add(name: "Accept", value: "text/plain, */*;q=0.1")
        }
        if let tag = request.validators.entityTag { headers.add(name: "If-None-Match", value: tag) }
        if let date = request.validators.lastModified { headers.add(name: "If-Modified-Since", value: date) }
        return headers
    }

    private func sleep(until end: ContinuousClock.Instant) async throws(UpstreamFailure) {
        do { try await context.clock.sleep(end) } catch { throw .cancelled }
    }

    /// Records the end of an attempt, and logs a change of the third party's state.
    private func conclude(
        _ permit: CircuitBreaker.Permit, of flow: FlowKey, _ judgement: AnswerRule.Judgement
    ) {
        let (was, isOpen) = admission.withLock { admission in
            let was = admission.isBreakerOpen
            admission.ended(permit, of: flow, judgement.verdict, at: context.clock.monotonic())
            return (was, admission.isBreakerOpen)
        }
        let outcome = Logger.Metadata.Value.string(HostMetrics.Outcome(judgement.result).rawValue)
        if was != isOpen {
            metrics.openBreakers.add(isOpen ? 1 : -1)
            context.logger.log(
                level: isOpen ? .warning : .notice,
                isOpen ? "a third party keeps failing; calls are suspended" : "a third party answers again",
                metadata: ["upstream": .string(name), "host": .string(address.origin.authority), "outcome": outcome])
        }
        if case .pause(let time) = judgement.verdict {
            context.logger.warning(
                "a third party requested a pause",
                metadata: [
                    "upstream": .string(name), "host": .string(address.origin.authority), "outcome": outcome,
                    "for": .string(time.text),
                ])
        }
    }
}
