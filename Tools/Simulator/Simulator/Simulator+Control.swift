import Contract
import Synchronization
import Values
import Wire

/// The control endpoints: `/_/faults`, `/_/log`, `/_/clock`, `/_/data` and `/_/messages`.
extension Simulator {
    func control(_ request: Request) -> Answer {
        do {
            switch (request.method, request.path) {
            case ("GET", "/_/faults"):
                let faults = state.withLock { $0.faults.faults }
                return try Self.answer(FaultList(faults: faults.map { .init(id: $0.id, fault: $0.fault) }))
            case ("POST", "/_/faults"):
                guard let id = add(try Self.body(Fault.self, request)) else {
                    return Self.errorAnswer(409, "too many faults are on; DELETE some")
                }
                return .json(201, ["id": .integer(id)])
            case ("DELETE", "/_/faults"):
                let party = try thirdParty(request)
                state.withLock { $0.faults.clear(party, id: request.query["id"].flatMap(Int.init)) }
                return .empty(204)
            case ("GET", "/_/log"):
                let party = try thirdParty(request)
                let limit = max(0, Int(request.query["limit"] ?? "1000") ?? 0)
                let traffic = state.withLock { $0.log.traffic }
                return try Self.answer(
                    Log(
                        traffic: Dictionary(uniqueKeysWithValues: traffic.map { ($0.key.rawValue, $0.value) }),
                        requests: Array(requests(of: party).suffix(limit))))
            case ("DELETE", "/_/log"):
                clearLog()
                return .empty(204)
            case ("GET", "/_/clock"):
                let clock = state.withLock { $0.clock }
                return try Self.answer(Clock(now: clock.now, frozen: clock.isFrozen))
            case ("PUT", "/_/clock"):
                let clock = try Self.body(Clock.self, request)
                set(clock: clock.now, frozen: clock.frozen ?? true)
                return .empty(204)
            case ("DELETE", "/_/clock"):
                set(clock: nil)
                return .empty(204)
            case ("POST", "/_/data"):
                apply(try Self.body(DataChange.self, request))
                return .empty(204)
            case ("DELETE", "/_/data"):
                clearChanges()
                return .empty(204)
            case ("GET", "/_/messages"):
                return try Self.answer(Messages(messages: messages))
            case ("DELETE", "/_/messages"):
                state.withLock { $0.inbox = Inbox() }
                return .empty(204)
            case ("GET", "/_/health"), ("GET", "/"):
                return .json(200, ["simulator": true, "mailPort": .integer(mailPort)])
            default:
                return Self.errorAnswer(
                    404, "no third party is played at \(request.path), and nothing is controlled there")
            }
        } catch let error as ControlError {
            return Self.errorAnswer(400, error.message)
        } catch {
            return Self.errorAnswer(500, "\(error)")
        }
    }

    private func thirdParty(_ request: Request) throws(ControlError) -> ThirdParty? {
        guard let name = request.query["thirdParty"] else { return nil }
        guard let party = ThirdParty(rawValue: name) else {
            let known = ThirdParty.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlError(message: "no third party is called \(name): \(known)")
        }
        return party
    }

    private static func errorAnswer(_ status: Int, _ message: String) -> Answer {
        .json(status, ["error": .string(message)])
    }

    private static func answer(_ value: some Encodable) throws -> Answer {
        Answer(status: 200, body: .bytes(try JSONCoding.encode(value), type: "application/json"))
    }

    private static func body<Value: Decodable>(
        _ type: Value.Type, _ request: Request
    ) throws(ControlError) -> Value {
        do {
            return try JSONCoding.decode(type, from: request.body)
        } catch {
            let problems = error.problems.map { "\($0.pointer) \($0.detail)".trimmed }
            throw ControlError(message: problems.joined(separator: "; "))
        }
    }

    private struct ControlError: Error {
        var message: String
    }

    private struct FaultList: Encodable {
        struct NumberedFault: Encodable {
            var id: Int
            var fault: Fault
        }
        var faults: [NumberedFault]
    }

    private struct Log: Encodable {
        var traffic: [String: Traffic]
        var requests: [LoggedRequest]
    }

    private struct Clock: Codable {
        var now: Instant
        var frozen: Bool?
    }

    private struct Messages: Encodable {
        var messages: [ReceivedMessage]
    }
}
