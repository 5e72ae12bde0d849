import Foundation
import Synchronization
import TestSupport
import Values

/// Random operations of customers, administrators and staff, performed until stopped, and their record.
///
/// Customers hold, book, cancel and move, wait for slots, buy passes, and show up or do not; administrators decide
/// cases; the staff closes and reopens reverses. A seed makes the choices reproducible.
final class ParkLoad: Sendable {
    private struct State {
        var operations: [ParkOperation] = []
        var closures: [ParkClosure] = []
        var codes: [Int: Int] = [:]
        var isStopped = false
    }

    /// Codes of answers that leave the effect of a call unknown, or that ask for a repetition.
    private static let unknownCodes: Set<Int> = [-32603, -32008, -32009, -32010, -32011, -32012]
    private static let longestRetry: Duration = .seconds(60)

    private let park: TestPark
    private let guests: [Guest]
    private let slots: [ParkSlot]
    private let walkInReverses: [String]
    private let lateBefore: Date
    private let seed: UInt64
    private let state = Mutex(State())

    /// - Parameters:
    ///   - slots: the slots that customers compete for; the fewer, the more conflicts.
    ///   - walkInReverses: the reverses on which the staff books running sets.
    ///   - lateBefore: the earliest start of a booking that can still be cancelled free.
    init(
        _ park: TestPark, guests: [Guest], slots: [ParkSlot], walkInReverses: [String], lateBefore: Date, seed: UInt64
    ) {
        self.park = park
        self.guests = guests
        self.slots = slots
        self.walkInReverses = walkInReverses
        self.lateBefore = lateBefore
        self.seed = seed
    }

    var operations: [ParkOperation] { state.withLock { $0.operations } }
    var closures: [ParkClosure] { state.withLock { $0.closures } }
    /// The number of answers with an unknown effect, by code; 0 stands for a connection that ended.
    var codes: [Int: Int] { state.withLock { $0.codes } }
    /// The number of completed operations.
    var count: Int { state.withLock { $0.operations.count } }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    func stop() { state.withLock { $0.isStopped = true } }

    /// Runs until ``stop()``.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in guests.indices { group.addTask { try await self.run(index) } }
            group.addTask { try await self.closeAndOpen() }
            try await group.waitForAll()
        }
    }

    // MARK: Customers

    private func run(_ index: Int) async throws {
        var random = SplitMix64(seed: seed &+ UInt64(index) &* 0x9e37_79b9)
        var model = ParkModel(
            phone: guests[index].phone, walkInReverses: walkInReverses, lateBefore: lateBefore)
        let caller = Caller(self)
        var number = 0
        while !isStopped {
            if model.isWaiting { model.note(try await offers(to: index, by: caller)) }
            let request = model.nextRequest(slots, using: &random)
            number += 1
            let operation = try await perform(request, of: index, key: "\(seed)-\(index)-\(number)", by: caller)
            model.record(operation)
            state.withLock { $0.operations.append(operation) }
        }
        await caller.close()
    }

    /// Returns what the waitlist offers to a customer.
    private func offers(to index: Int, by caller: Caller) async throws -> [ParkOffer] {
        let answer = try await caller.call("booking.waitlist", "{}", token: guests[index].token)
        guard case .ok(let waitlist) = answer.outcome else { return [] }
        let now = ContinuousClock.now
        return waitlist["items"].items.compactMap { ParkOffer($0, seen: now) }
    }

    private func perform(
        _ request: ParkOperation.Request, of index: Int, key: String, by caller: Caller
    ) async throws -> ParkOperation {
        let began = ContinuousClock.now
        let (method, params) = request.call
        var (outcome, unknown) = try await caller.call(
            method, params, token: request.isOfStaff ? park.administrator.token : guests[index].token, key: key)
        if case .topUp = request, case .ok(let payment) = outcome {
            for _ in 0..<2 {
                let notified = try await caller.call("booking.notifyPayment", try park.notification(of: payment))
                unknown += notified.unknown
                if case .fail = notified.outcome { outcome = notified.outcome }
            }
        }
        return ParkOperation(
            customer: index, request: request, began: began, ended: .now, outcome: outcome, unknown: unknown)
    }

    // MARK: Staff

    /// Closes a period on a reverse and reopens it once everything within is cancelled, again and again.
    private func closeAndOpen() async throws {
        var random = SplitMix64(seed: seed &+ 0x5bd1_e995)
        let caller = Caller(self)
        var number = 0
        while !isStopped {
            try await pause(operations: 60)
            number += 1
            let first = slots[Int.random(in: slots.indices, using: &random)]
            let to = first.startsAt + Double(Int.random(in: 3...8, using: &random)) * 300
            let began = ContinuousClock.now
            let closed = try await close(first, to: to, key: "\(seed)-close-\(number)", by: caller)
            let ended = ContinuousClock.now
            try await pause(operations: 30)
            let reopenBegan = ContinuousClock.now
            let opened = try await caller.call(
                "booking.reopen", #"{"id":\#(closed["id"].encoded)}"#, token: park.administrator.token)
            guard case .ok = opened.outcome, let cancelled = closed["cancelled"].int else {
                throw Wire.Failure(reason: "not opened: \(opened.outcome) \(closed)")
            }
            let closure = ParkClosure(
                reverse: first.reverse, from: first.startsAt, to: to, began: began, ended: ended,
                reopenBegan: reopenBegan, reopenEnded: .now, cancelled: cancelled)
            state.withLock { $0.closures.append(closure) }
        }
        await caller.close()
    }

    /// Closes a period, and repeats the call until nothing remains to be cancelled.
    private func close(_ first: ParkSlot, to: Date, key: String, by caller: Caller) async throws -> JSON {
        let params =
            #"{"reverseId":"\#(first.reverse)","from":"\#(first.startsAt.formatted(.iso8601))","#
            + #""to":"\#(to.formatted(.iso8601))","reason":"wind"}"#
        let began = ContinuousClock.now
        while ContinuousClock.now < began + Self.longestRetry {
            let (outcome, _) = try await caller.call(
                "booking.close", params, token: park.administrator.token, key: key)
            guard case .ok(let closure) = outcome else { throw Wire.Failure(reason: "not closed: \(outcome)") }
            if closure["remaining"].int == 0 { return closure }
        }
        throw Wire.Failure(reason: "a closure did not come to an end")
    }

    /// Waits until customers have completed that many more operations, or the load is stopped.
    private func pause(operations: Int) async throws {
        let target = count + operations
        while !isStopped, count < target { try await Task.sleep(for: .milliseconds(20)) }
    }

    // MARK: Calls

    /// A caller that makes one call at a time and repeats it until its outcome is known.
    private final class Caller: Sendable {
        private let load: ParkLoad
        private let lines = Mutex<LineClient?>(nil)

        init(_ load: ParkLoad) { self.load = load }

        func close() async { await lines.withLock { $0 }?.close() }

        func call(
            _ method: String, _ params: String, token: String? = nil, key: String? = nil
        ) async throws -> (outcome: ParkOperation.Outcome, unknown: Int) {
            let began = ContinuousClock.now
            var unknown = 0
            while true {
                var pause = Duration.milliseconds(20)
                do {
                    let known = lines.withLock { $0 }
                    let client = if let known { known } else { try await LineClient(load.park.instance) }
                    lines.withLock { $0 = client }
                    let answer = try await client.call(
                        method, params, token: token, meta: key.map { ["idempotencyKey": quoted($0)] } ?? [:])
                    let error = answer["error"]
                    if error == .null { return (.ok(answer["result"]), unknown) }
                    guard let code = error["code"].int, ParkLoad.unknownCodes.contains(code) else {
                        return (.fail(error["data"]["reason"].text ?? error["message"].text ?? "\(error)"), unknown)
                    }
                    load.note(code)
                    pause = .milliseconds(error["data"]["retryAfterMs"].int ?? 20)
                } catch is Wire.Failure {
                    lines.withLock { $0 = nil }
                    load.note(0)
                }
                unknown += 1
                guard ContinuousClock.now < began + ParkLoad.longestRetry else {
                    throw Wire.Failure(reason: "\(method) \(params) did not come to an end")
                }
                try await Task.sleep(for: pause)
            }
        }
    }

    private func note(_ code: Int) { state.withLock { $0.codes[code, default: 0] += 1 } }
}
