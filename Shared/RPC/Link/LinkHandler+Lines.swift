import Contract
import Lines
import NIOCore
import Resilience
import Wire

extension LinkHandler {
    /// The parsed content of a line.
    private enum Reading {
        case answer(ResponseEnvelope)
        case hello(Greeting?)
        case goaway
        case ping
        case cost(CostReport)
        /// Valid JSON that is not a valid answer, but names a call.
        case brokenAnswer(UInt64)
        case nothing
        case broken
    }

    /// Parses and handles ``line``.
    func readLine(at now: NIODeadline) {
        switch line.withUnsafeMutableReadableBytes({ parse($0) }) {
        case .answer(let answer): take(answer, at: now)
        case .hello(let greeting): take(greeting)
        case .goaway: receivedGoaway()
        case .ping: outbox.writeStaticString(ProtocolLine.pong)
        case .cost(let report):
            let cost = min(max(report.cost, 0), CallWork.maximumExtraCost)
            guard let call = calls.waiting(report.id) else { return chargeLate(cost, of: report.id, at: now) }
            call.extraCost = cost
            call.waitedMilliseconds = max(report.waitedMs ?? 0, 0)
        case .brokenAnswer(let id):
            counters.brokenLines += 1
            if let call = calls.take(id) {
                call.ended(.garbled, at: now)
            } else {
                onSignal?(.brokenLine)
            }
        case .nothing: break
        case .broken:
            counters.brokenLines += 1
            onSignal?(.brokenLine)
        }
    }

    /// Charges the cost of a call that has ended here, once.
    private func chargeLate(_ cost: Int, of id: UInt64, at now: NIODeadline) {
        guard cost > 0, let charge = lateCharges.peek(id) else { return }
        lateCharges.remove(id)
        charge(cost, now)
    }

    private func parse(_ bytes: UnsafeMutableRawBufferPointer) -> Reading {
        let line: LinkLine
        do {
            line = try scanner.scanLine(bytes)
        } catch {
            guard let id = error.id else { return .broken }
            let token = String(decoding: bytes[id.clamped(to: 0..<bytes.count)], as: UTF8.self)
            return UInt64(token).map { .brokenAnswer($0) } ?? .broken
        }
        switch line {
        case .response(let answer): return .answer(answer)
        case .request(let request):
            let method = UnsafeRawBufferPointer(rebasing: bytes[request.method.clamped(to: 0..<bytes.count)])
            if method.equals("rpc.hello") {
                let params = request.params.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) }
                return .hello(
                    params.flatMap { try? JSONCoding.decode(Greeting.self, from: $0, unknownMembers: .ignored) })
            }
            if method.equals("rpc.goaway") { return .goaway }
            if method.equals("rpc.ping") { return .ping }
            if method.equals("rpc.cost") {
                let report = request.params.flatMap { params in
                    try? JSONCoding.decode(
                        CostReport.self, from: UnsafeRawBufferPointer(rebasing: bytes[params]),
                        unknownMembers: .ignored)
                }
                return report.map { .cost($0) } ?? .broken
            }
            return method.equals("rpc.pong") ? .nothing : .broken
        }
    }

    private func take(_ answer: ResponseEnvelope, at now: NIODeadline) {
        guard let id = answer.id else {
            counters.rejectedLines += 1
            return
        }
        guard id != LinkProtocol.introductionID else {
            return take(lifecycle.introduced(isAccepted: answer.result != nil))
        }
        guard let call = calls.take(id) else {
            counters.lateAnswers += 1
            // The cost, if there was one, came before.
            lateCharges.remove(id)
            return
        }
        if let result = answer.result {
            call.ended(.result(part(result)), at: now)
        } else if let error = answer.error, let code = answer.errorCode {
            call.ended(
                .error(code: code, retryAfterMilliseconds: answer.retryAfterMs, object: part(error)), at: now)
        }
    }

    /// Returns a part of the line, sharing its memory.
    private func part(_ range: Range<Int>) -> ByteBuffer {
        line.getSlice(at: line.readerIndex + range.lowerBound, length: range.count) ?? ByteBuffer()
    }

    private func take(_ greeting: Greeting?) {
        guard let greeting else { return closeNow(.protocolViolation) }
        calls.limit = min(calls.limit, max(greeting.limits.inFlight, 1))
        maximumLineBytes = greeting.limits.lineBytes
        take(lifecycle.greeted(version: greeting.protocol))
    }
}
