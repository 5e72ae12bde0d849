extension PostgresClient {
    /// Receives the notifications of a channel until the task is cancelled; occupies one connection of the pool.
    ///
    /// Notifications may be missed between the end of this call and the next `started`.
    ///
    /// - Parameters:
    ///   - channel: 1 to 63 lower-case letters and underscores.
    ///   - receive: called on the connection's thread, so it must not block.
    /// - Throws: `unavailable` if there is no connection or when it is lost; `poolExhausted`; `invalidParameter`.
    public func listen(
        to channel: String, _ receive: @escaping @Sendable (ChannelEvent) -> Void
    ) async throws(PostgresError) {
        let isPlain = channel.utf8.allSatisfy { (97...122).contains($0) || $0 == UInt8(ascii: "_") }
        guard isPlain, (1...63).contains(channel.utf8.count) else {
            throw PostgresError(.invalidParameter, "\(channel) is not the name of a channel")
        }
        let listener = NotificationListener(channel: channel, receive: receive)
        let outcome = await withTaskCancellationHandler {
            pool.submit(.listener(listener), deadline: nil)
            return await listener.end()
        } onCancel: { [pool] in
            pool.withdraw(.listener(listener))
            listener.cancel()
        }
        try outcome.get()
    }
}
