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
                guard let key = try? key(user?.id), let value = try? offline?.value(for: key),
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

    /// Saves a look-up on the server, or keeps it until ``sendLookUps()`` if there is no network, or no server for now.
    ///
    /// - Returns: the saved look-up; `nil` if it is kept.
    /// - Throws: the error of the call if the look-up cannot be kept: there is no store or no room in it, nobody is
    ///   signed in, or 50 are kept.
    public func addLookUp(_ params: History.Add.Params) async throws -> History.Entry? {
        let (key, account) = (Identifier.make(at: clock.now()).text, try user?.id)
        do {
            return try await add(params, key: key, for: account)
        } catch {
            let isPassing = error is TransportFailure || (error as? Problem)?.isRetryable == true
            guard isPassing, let lookUps, let account else { throw error }
            let entry = KeptLookUps.Entry(params: params, idempotencyKey: key, account: account)
            var isKept = false
            try store(for: account) { isKept = try lookUps.add(entry, at: clock.now()) }
            guard isKept else { throw error }
            return nil
        }
    }

    private func add(
        _ params: History.Add.Params, key: String, for account: Identifier?
    ) async throws -> History.Entry {
        let json = try await bytes(History.Add.self, params, options: Options(idempotencyKey: key), for: account)
        return try CallAnswer.decode(History.Entry.self, from: json)
    }

    /// The number of look-ups of the account that are kept for later.
    public var keptLookUps: Int {
        get throws { try user.map { try lookUps?.entries(of: $0.id).count ?? 0 } ?? 0 }
    }

    /// Sends the kept look-ups of the account, oldest first; one that the server refuses for good is dropped.
    ///
    /// - Throws: the error that ended the sending, ``SignedOut`` if the account has signed out meanwhile; what was not
    ///   sent is kept.
    public func sendLookUps() async throws {
        guard let lookUps, let account = try user?.id else { return }
        for entry in try lookUps.entries(of: account) {
            do {
                _ = try await add(entry.params, key: entry.idempotencyKey, for: account)
            } catch let problem as Problem where !problem.isRetryable && problem.code != .unauthenticated {
                // The same call would be refused again.
            }
            try lookUps.remove(entry.idempotencyKey, at: clock.now())
        }
    }
}
