import Contract
import Contracts
import Foundation
import Synchronization
import TestSupport
import Testing
import Values
import VokolClient

extension EndToEnd {
    /// The Swift client while its gateway is killed or drained and started again, over each transport.
    @Suite(.timeLimit(.minutes(5))) struct SwiftClientRestart {
        /// A transport that records the calls, and reports their failures once the gateway runs again.
        ///
        /// The client's retries last about a second, and a debug build may take longer to start.
        private final class PatientTransport: Transport {
            private struct Log {
                var sent: [CallRequest] = []
                var failures: [TransportFailure] = []
            }

            private let next: any Transport
            private let restart = Gate()
            private let log = Mutex(Log())

            init(_ next: any Transport) { self.next = next }

            var sent: [CallRequest] { log.withLock { $0.sent } }
            var failures: [TransportFailure] { log.withLock { $0.failures } }

            func gatewayHasRestarted() { restart.open() }

            func answer(to request: CallRequest) async throws(TransportFailure) -> [UInt8] {
                log.withLock { $0.sent.append(request) }
                do {
                    return try await next.answer(to: request)
                } catch {
                    log.withLock { $0.failures.append(error) }
                    await restart.pass()
                    throw error
                }
            }

            func events(of topics: [String], token: String?) async throws -> any EventSubscription {
                try await next.events(of: topics, token: token)
            }

            func close() async { await next.close() }
        }

        /// A gateway of the park's instance, which a test ends and starts again on the same port.
        private struct Gateway {
            let instance: RunningInstance
            let port: Int

            func start() async throws -> RunningProcess {
                let process = try await instance.startGateway(["--listen-port", "\(port)"])
                try await instance.waitForAnswer(of: process, on: port)
                return process
            }
        }

        private func gateway() async throws -> Gateway {
            Gateway(instance: try await Instances.park.value.instance, port: try freeLoopbackPort())
        }

        /// Returns the options of a call that may last as long as the start of a gateway on a busy machine.
        private func options(_ guest: Guest, key: String? = nil) -> Client.Options {
            var options = Client.Options(idempotencyKey: key)
            options.accessToken = guest.token
            options.timeout = .seconds(120)
            return options
        }

        /// Makes a call for each guest that adds a favourite, and returns them once all wait for a lock.
        private func callsInFlight(
            of guests: [Guest], _ client: Client, _ lock: HeldLock
        ) async throws -> [Task<Schedule.Favourite, any Error>] {
            let group = try #require(GroupNumber("353501"))
            let calls = guests.map { guest in
                Task { try await client.call(Schedule.AddFavourite.self, .init(group: group), options: options(guest)) }
            }
            try await lock.waitForStatements(guests.count)
            return calls
        }

        private func expectOneFavourite(of guests: [Guest], _ client: Client) async throws {
            for guest in guests {
                let found = try await client.call(Schedule.Favourites.self, options: options(guest))
                #expect(found.items.map(\.group?.text) == ["353501"])
            }
        }

        @Test(arguments: SwiftClient.Carrier.allCases)
        func `Calls that are in flight when the gateway is killed are sent again, and succeed`(
            carrier: SwiftClient.Carrier
        ) async throws {
            let gateway = try await gateway()
            let guests = try await Guest.register(4, at: gateway.instance)
            let killed = try await gateway.start()
            let transport = PatientTransport(try carrier.transport(to: gateway.instance, port: gateway.port))
            let client = Client(transport)
            let calls = try await gateway.instance.holdingLock("LOCK TABLE favourite", in: "schedule") { lock in
                let calls = try await callsInFlight(of: guests, client, lock)
                try await killed.stop(SIGKILL)
                return calls
            }
            try await Processes.wait("the loss of all calls") { transport.failures.count == calls.count }
            #expect(transport.failures.allSatisfy(\.mayHaveBeenSent) && transport.sent.count == calls.count)

            let next = try await gateway.start()
            transport.gatewayHasRestarted()
            for call in calls { #expect(try await call.value.group?.text == "353501") }
            #expect(transport.sent.count >= 2 * calls.count)
            try await expectOneFavourite(of: guests, client)
            await client.close()
            try await next.stop()
        }

        @Test(arguments: SwiftClient.Carrier.allCases)
        func `Calls that are in flight when the gateway is drained are answered, and later ones sent again`(
            carrier: SwiftClient.Carrier
        ) async throws {
            let gateway = try await gateway()
            let guests = try await Guest.register(4, at: gateway.instance)
            let drained = try await gateway.start()
            let transport = PatientTransport(try carrier.transport(to: gateway.instance, port: gateway.port))
            let client = Client(transport)
            let calls = try await gateway.instance.holdingLock("LOCK TABLE favourite", in: "schedule") { lock in
                let calls = try await callsInFlight(of: guests, client, lock)
                drained.send(SIGTERM)
                try await Processes.wait("the drain") { drained.output.contains(#""message":"stopping""#) }
                return calls
            }
            for call in calls { #expect(try await call.value.group?.text == "353501") }
            #expect(transport.sent.count == calls.count && transport.failures.isEmpty)
            #expect(try await drained.waitForExit() == 0)

            let later = Task { try await expectOneFavourite(of: guests, client) }
            try await Processes.wait("a call without a gateway") { !transport.failures.isEmpty }
            let next = try await gateway.start()
            transport.gatewayHasRestarted()
            try await later.value
            #expect(transport.sent.count > 2 * calls.count)
            await client.close()
            try await next.stop()
        }

        /// The moment at which the gateway is killed while it waits for an answer.
        enum Moment: CaseIterable {
            case beforeEffect, afterEffect
        }

        @Test(arguments: SwiftClient.Carrier.allCases, Moment.allCases)
        func `A booking whose answer is lost with the gateway is made once, however often it is repeated`(
            carrier: SwiftClient.Carrier, moment: Moment
        ) async throws {
            let park = try await Instances.park.value
            let gateway = try await gateway()
            let guest = try await Guest.register(1, at: park.instance)[0]
            let slots = try await park.freeSlots(inDays: 2)
            let killed = try await gateway.start()
            let transport = PatientTransport(try carrier.transport(to: park.instance, port: gateway.port))
            let client = Client(transport)
            let options = options(guest, key: "restart \(guest.phone)")
            let params = booking(try #require(slots.last))
            // The lock is the customer's row, which the first booking creates.
            _ = try await client.call(
                Booking.Book.self, booking(try #require(slots.first)), options: self.options(guest))

            let lock = "SELECT FROM customer WHERE phone = '\(guest.phone)' FOR UPDATE"
            let call = try await park.instance.holdingLock(lock, in: "booking") { lock in
                let call = Task { try await client.call(Booking.Book.self, params, options: options) }
                try await lock.waitForStatements(1)
                if moment == .beforeEffect {
                    try await killed.stop(SIGKILL)
                } else {
                    // A stopped process keeps its connections, and passes no answer on.
                    killed.send(SIGSTOP)
                }
                return call
            }
            if moment == .afterEffect {
                try await Processes.wait("the booking") { try await park.findings(of: guest).bookings.count == 2 }
                try await killed.stop(SIGKILL)
            }
            try await Processes.wait("the loss of the answer") { transport.failures.count == 1 }

            let next = try await gateway.start()
            transport.gatewayHasRestarted()
            let record = try await call.value
            #expect(try await client.call(Booking.Book.self, params, options: options) == record)
            let attempts = transport.sent.dropFirst()
            #expect(attempts.count >= 3 && Set(attempts.map(\.idempotencyKey)) == [options.idempotencyKey])
            let found = try await park.findings(of: guest).bookings
            #expect(found.count == 2 && found.contains { $0["id"].text == record.id.text })
            #expect(try await park.faults() == [])
            await client.close()
            try await next.stop()
        }

        private func booking(_ slot: ParkSlot) -> Booking.Book.Params {
            .init(
                reverseId: ReverseID(slot.reverse),
                startsAt: Instant(milliseconds: Int64(slot.startsAt.timeIntervalSince1970) * 1_000),
                sets: SetCount(1), payWith: .onSite)
        }

        @Test(arguments: SwiftClient.Carrier.allCases, [SIGKILL, SIGTERM])
        func `Events go on after the gateway was killed or drained, and begin again with a resync`(
            carrier: SwiftClient.Carrier, signal: Int32
        ) async throws {
            let gateway = try await gateway()
            let ended = try await gateway.start()
            let client = try await carrier.signedIn(to: gateway.instance, port: gateway.port)
            let groups = try await client.call(Schedule.Groups.self, .init(query: SearchText("35")))
            let numbers = groups.items.prefix(2).map(\.number)
            try #require(numbers.count == 2)
            var events = client.events(of: [Schedule.favouritesTopic.name]).makeAsyncIterator()
            #expect(try await events.next() == .resync)
            _ = try await client.call(Schedule.AddFavourite.self, .init(group: numbers[0]))
            while try await events.next() != .changed(topic: "favourites") {}

            #expect(try await ended.stop(signal) == (signal == SIGTERM ? 0 : -SIGKILL))
            // The stream is opened again and again meanwhile.
            async let starting = gateway.start()
            #expect(try await events.next() == .resync)
            let next = try await starting
            _ = try await client.call(Schedule.AddFavourite.self, .init(group: numbers[1]))
            // The new gateway may announce a resync of its own instead.
            let event = try await events.next()
            #expect(event == .changed(topic: "favourites") || event == .resync)
            await client.close()
            try await next.stop()
        }
    }
}
