import Foundation
import Synchronization
import TestSupport
import Testing

/// A customer with an account and a phone number.
struct Guest: Sendable {
    var phone: String
    var token: String
    var refreshToken: String

    /// Registers customers by SMS, over up to eight connections at once.
    static func register(_ count: Int, at instance: RunningInstance, locale: String = "en") async throws -> [Guest] {
        let phones = (0..<count).map { _ in Numbers.next() }
        let asking = try await LineClient(instance)
        let declaration = try await asking.declaration()
        await asking.close()
        let challenges = try await eachOnItsShare(phones, of: instance) { lines, phone in
            let answer = try await lines.call(
                "auth.requestCode",
                #"{"phone":"\#(phone)","registration":{"firstName":"Ada","lastName":"Rider","declaration":\#(declaration),"consentVersion":"2026-01"}}"#,
                meta: ["locale": quoted(locale)])
            guard let id = answer["result"]["challengeId"].text else { throw Wire.Failure(reason: "\(answer)") }
            return id
        }
        var codes: [String: String] = [:]
        try await Processes.wait("\(count) codes by SMS") {
            codes = instance.codes()
            return phones.allSatisfy { codes[$0] != nil }
        }
        let proofs = zip(phones, challenges).map { ($0, $1, codes[$0] ?? "") }
        return try await eachOnItsShare(proofs, of: instance) { lines, proof in
            let (phone, challenge, code) = proof
            let answer = try await lines.call("auth.verifyCode", #"{"challengeId":"\#(challenge)","code":"\#(code)"}"#)
            guard let token = answer["result"]["accessToken"].text,
                let refreshToken = answer["result"]["refreshToken"].text
            else { throw Wire.Failure(reason: "\(answer)") }
            return Guest(phone: phone, token: token, refreshToken: refreshToken)
        }
    }

    /// Registers a customer with roles that an operator grants.
    static func register(_ roles: String..., at instance: RunningInstance) async throws -> Guest {
        var guest = try await register(1, at: instance)[0]
        for role in roles { try await instance.grant(role, to: guest.phone) }
        let lines = try await LineClient(instance)
        let answer = try await lines.call("auth.refresh", #"{"refreshToken":"\#(guest.refreshToken)"}"#)
        guest.token = try #require(answer["result"]["accessToken"].text, "\(answer)")
        await lines.close()
        return guest
    }

    /// Runs `body` for all items, divided among up to eight connections, and returns the results in the items' order.
    private static func eachOnItsShare<Item: Sendable, Result: Sendable>(
        _ items: [Item], of instance: RunningInstance,
        _ body: @escaping @Sendable (LineClient, Item) async throws -> Result
    ) async throws -> [Result] {
        let shares = min(8, items.count)
        let results = try await withThrowingTaskGroup(of: [(Int, Result)].self) { group in
            for share in 0..<shares {
                group.addTask {
                    let lines = try await LineClient(instance)
                    var results: [(Int, Result)] = []
                    for index in stride(from: share, to: items.count, by: shares) {
                        results.append((index, try await body(lines, items[index])))
                    }
                    await lines.close()
                    return results
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
}

/// Telephone numbers, none of which is used twice in a run.
enum Numbers {
    private static let count = Atomic(0)

    static func next() -> String {
        // A step without a common factor visits all numbers, and neighbours lie in different blocks, whose codes are
        // limited.
        let index = count.add(1, ordering: .relaxed).oldValue
        return "+37529\(1_000_000 + index * 5_562_307 % 9_000_000)"
    }
}

extension RunningInstance {
    /// Returns the newest code that was sent to each address.
    func codes() -> [String: String] {
        let text = (try? String(contentsOfFile: outbox, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").reduce(into: [:]) { codes, line in
            if let message = try? JSONDecoder().decode(Message.self, from: Data(line.utf8)), let code = message.code {
                codes[message.to] = code
            }
        }
    }
}
