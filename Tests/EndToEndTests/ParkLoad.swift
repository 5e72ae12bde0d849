import Foundation
import Synchronization
import TestSupport

/// Customers who hold, book, cancel, move and come as a seed says, until told to stop; what they do is written down.
final class ParkLoad: Sendable {
    private struct State {
        var operations: [ParkOperation] = []
        var codes: [Int: Int] = [:]
        var isStopped = false
    }

    /// Codes of answers after which nobody knows whether the call had an effect, or that ask to come again.
    private static let unknownCodes: Set<Int> = [-32603, -32008, -32009, -32010, -32011, -32012]
    private static let longestRetry: Duration = .seconds(60)

    private let instance: RunningInstance
    private let guests: [Guest]
    private let staff: Guest
    private let slots: [ParkSlot]
    private let seed: UInt64
    private let state = Mutex(State())

    /// - Parameter slots: what is fought for: few for many conflicts.
    init(_ instance: RunningInstance, guests: [Guest], staff: Guest, slots: [ParkSlot], seed: UInt64) {
        self.instance = instance
        self.guests = guests
        self.staff = staff
        self.slots = slots
        self.seed = seed
    }

    var operations: [ParkOperation] { state.withLock { $0.operations } }
    /// Codes of answers that were no answer, and how often each came; 0 stands for a connection that ended.
    var codes: [Int: Int] { state.withLock { $0.codes } }
    var count: Int { state.withLock { $0.operations.count } }

    func stop() { state.withLock { $0.isStopped = true } }

    /// Runs until ``stop()``.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in guests.indices { group.addTask { try await self.run(index) } }
            try await group.waitForAll()
        }
    }

    private func run(_ index: Int) async throws {
        var random = SeededGenerator(seed: seed &+ UInt64(index) &* 0x9e37_79b9)
        var mind = Mind()
        var lines: LineClient?
        var number = 0
        while !(state.withLock { $0.isStopped }) {
            let wish = mind.wish(slots, using: &random)
            number += 1
            let operation = try await perform(wish, of: index, key: "\(seed)-\(number)", over: &lines)
            mind.learn(operation)
            state.withLock { $0.operations.append(operation) }
        }
        await lines?.wire.close()
    }

    /// Makes a call, with the same key again until it is known how it ended.
    private func perform(
        _ wish: ParkOperation.Wish, of index: Int, key: String, over lines: inout LineClient?
    ) async throws -> ParkOperation {
        let (method, params) = wish.call
        let began = ContinuousClock.now
        var unknown = 0
        while true {
            var pause = Duration.milliseconds(20)
            do {
                let client = if let lines { lines } else { try await LineClient(instance) }
                lines = client
                let answer = try await client.call(
                    method, params, token: wish.isOfStaff ? staff.token : guests[index].token,
                    meta: ["idempotencyKey": quoted(key)])
                let error = answer["error"]
                var end: ParkOperation.End?
                if error == .null {
                    end = .ok(answer["result"])
                } else if let code = error["code"].int, Self.unknownCodes.contains(code) {
                    state.withLock { $0.codes[code, default: 0] += 1 }
                    pause = .milliseconds(error["data"]["retryAfterMs"].int ?? 20)
                } else {
                    end = .fail(error["data"]["reason"].text ?? "\(error)")
                }
                if let end {
                    return ParkOperation(
                        customer: index, wish: wish, began: began, ended: .now, end: end, unknown: unknown)
                }
            } catch is Wire.Failure {
                lines = nil
                state.withLock { $0.codes[0, default: 0] += 1 }
            }
            unknown += 1
            guard ContinuousClock.now < began + Self.longestRetry else {
                throw Wire.Failure(reason: "\(wish) did not come to an end")
            }
            try await Task.sleep(for: pause)
        }
    }
}

extension ParkOperation.Wish {
    var call: (method: String, params: String) {
        switch self {
        case .hold(let ride): ("booking.hold", "{\(ride.members)}")
        case .book(let ride, let withPass):
            ("booking.book", #"{\#(ride.members),"payWith":"\#(withPass ? "pass" : "onSite")"}"#)
        case .confirm(let hold, _, let withPass):
            ("booking.book", #"{"holdId":"\#(hold)","payWith":"\#(withPass ? "pass" : "onSite")"}"#)
        case .cancel(let id): ("booking.cancel", #"{"id":"\#(id)"}"#)
        case .move(let id, let ride): ("booking.reschedule", #"{"id":"\#(id)",\#(ride.members)}"#)
        case .checkIn(let id): ("booking.checkIn", #"{"id":"\#(id)"}"#)
        }
    }

    /// Whether the staff does it, when the customer is there.
    var isOfStaff: Bool {
        if case .checkIn = self { true } else { false }
    }
}

/// What a customer knows and wants next.
private struct Mind {
    private var bookings: [String] = []
    private var hold: (id: String, ride: ParkRide)?
    /// How often the customer was there.
    ///
    /// That is limited: slots of who was there are never free again.
    private var visits = 0
    private static let visitLimit = 2

    mutating func wish(_ slots: [ParkSlot], using random: inout SeededGenerator) -> ParkOperation.Wish {
        let ride = ParkRide(
            slot: slots[Int.random(in: slots.indices, using: &random)], sets: Int.random(in: 1...2, using: &random))
        let withPass = Bool.random(using: &random)
        let booking = bookings.randomElement(using: &random)
        let choice = Int.random(in: 0..<10, using: &random)
        if let hold, choice < 6 {
            return .confirm(hold: hold.id, hold.ride, withPass: withPass)
        }
        switch (choice, booking) {
        case (0, let booking?) where visits < Self.visitLimit: return .checkIn(booking)
        case (0...2, let booking?),
            (_, let booking?) where bookings.count > 4:
            return .cancel(booking)
        case (3...4, let booking?): return .move(booking, to: ride)
        case (5...6, _): return .hold(ride)
        default: return .book(ride, withPass: withPass)
        }
    }

    mutating func learn(_ operation: ParkOperation) {
        guard case .ok(let result) = operation.end else { return }
        if case .checkIn(let id) = operation.wish {
            visits += 1
            bookings.removeAll { $0 == id }
        }
        guard let id = result["id"].text else { return }
        switch operation.wish {
        case .hold(let ride): hold = (id, ride)
        case .book, .confirm:
            bookings.append(id)
            hold = nil
        case .cancel: bookings.removeAll { $0 == id }
        case .move, .checkIn: break
        }
    }
}

/// SplitMix64: the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
