public import AggregatorContract
import AuthContract
public import Contract
import Values
import Wire

extension Client {
    /// Returns the stored result of a call with its time, and then the fresh one, which is stored.
    ///
    /// Results are stored for each account and language. Signing out removes all.
    ///
    /// - Parameters:
    ///   - method: a method that changes nothing.
    ///   - params: its parameters.
    ///   - options: the options of the call.
    public func stored<M: Method>(
        _ method: M.Type, _ params: M.Params, options: Options = Options()
    ) -> StoredCall<M.Result> {
        let key = { @Sendable (account: Identifier?) throws -> String in
            let text = String(decoding: try JSONCoding.encode(params), as: UTF8.self)
            return [M.declaration.name, account?.text ?? "", options.locale ?? "", text].joined(separator: " ")
        }
        return StoredCall(
            stored: { [self] in
                // A value of another version of the program, or a damaged one, is as good as none.
                guard let key = try? key(user?.id), let value = offline?.value(for: key),
                    let result = try? CallAnswer.decode(M.Result.self, from: value.json)
                else { return nil }
                return Aged(value: result, savedAt: value.savedAt, isStored: true)
            },
            fresh: { [self] in
                let account = try user?.id
                let (json, now) = (try await bytes(method, params, options: options), clock.now())
                let result = try CallAnswer.decode(M.Result.self, from: json)
                let key = try key(account)
                try store(for: account) { try offline?.save(OfflineValue(json: json, savedAt: now), for: key) }
                return Aged(value: result, savedAt: now, isStored: false)
            })
    }

    /// Saves a look-up on the server, or keeps it until ``sendLookUps()`` if there is no network.
    ///
    /// - Returns: the saved look-up; `nil` if it is kept.
    /// - Throws: ``TransportFailure`` if it cannot be kept: there is no store, nobody is signed in, or 50 are kept.
    public func addLookUp(_ params: History.Add.Params) async throws -> History.Entry? {
        let (key, account) = (Identifier.make(at: clock.now()).text, try user?.id)
        do {
            return try await call(History.Add.self, params, options: Options(idempotencyKey: key))
        } catch let failure as TransportFailure {
            guard let lookUps, let account else { throw failure }
            let entry = KeptLookUps.Entry(params: params, idempotencyKey: key, account: account)
            var isKept = false
            try store(for: account) { isKept = try lookUps.add(entry, at: clock.now()) }
            guard isKept else { throw failure }
            return nil
        }
    }

    /// The number of look-ups of the account that are kept for later.
    public var keptLookUps: Int {
        get throws { try user.map { lookUps?.entries(of: $0.id).count ?? 0 } ?? 0 }
    }

    /// Sends the kept look-ups of the account, oldest first; one that the server refuses for good is dropped.
    ///
    /// - Throws: the error that ended the sending; what was not sent is kept.
    public func sendLookUps() async throws {
        guard let lookUps, let account = try user?.id else { return }
        for entry in lookUps.entries(of: account) {
            do {
                _ = try await call(
                    History.Add.self, entry.params, options: Options(idempotencyKey: entry.idempotencyKey))
            } catch let problem as Problem where !problem.isRetryable && problem.code != .unauthenticated {
                // The same call would be refused again.
            }
            try lookUps.remove(entry.idempotencyKey, at: clock.now())
        }
    }
}
