import AuthContract
import Contract
import RPC
import ServiceRuntime
import Values

/// Appeals against refusals.
struct AccessAppeals: Sendable {
    let store: AuthStore
    let random: RandomSource
    let policy: AppealPolicy

    /// Stores an appeal for administrators.
    ///
    /// Nothing is looked up, so that the answer says nothing about accounts and rules.
    func appeal(_ params: Auth.Appeal.Params, origin: CallOrigin) async throws -> Empty {
        try await store.inTransaction(until: origin.deadline) { transaction in
            // One after the other, so that concurrent appeals keep to the limits.
            try await transaction.lock("appeals")
            let now = try await transaction.now()
            let reviews = transaction.reviews
            let waits = [
                policy.perName.wait(
                    after: try await reviews.times(name: params.name, limit: policy.perName.limit), now: now),
                policy.perPlace.wait(
                    after: try await reviews.times(place: origin.place, limit: policy.perPlace.limit), now: now),
                policy.perNetwork.wait(
                    after: try await reviews.times(network: origin.place.network, limit: policy.perNetwork.limit),
                    now: now),
                try await reviews.isFull(limit: policy.waiting) ? .seconds(3_600) : nil,
                try await reviews.isFull(network: origin.place.network, limit: policy.waitingPerNetwork)
                    ? .seconds(3_600) : nil,
            ]
            if let wait = waits.compactMap(\.self).max() {
                throw RPCError.quotaExceeded(Auth.tooManyAppeals, wait: wait)
            }
            try await reviews.insert(
                random.identifier(at: now), name: params.name, text: params.text, from: origin.place, now: now)
        }
        return Empty()
    }
}
