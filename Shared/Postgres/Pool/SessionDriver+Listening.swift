import Platform

extension SessionDriver {
    /// Passes notifications on until the listener or the client stops.
    ///
    /// The connection is neither retired by age nor closed when idle, because notifications would be missed between it
    /// and the next one; the checks that it is alive go on.
    ///
    /// - Throws: the reason for which the connection is lost; the listener has ended with it.
    func serve(_ listener: NotificationListener) throws(PostgresError) -> End {
        guard listener.attach(session.wake) else { return .retired }
        do throws(PostgresError) {
            guard session.sendPlain("LISTEN \(listener.channel)") else { throw session.failure }
            try sendUnit(.keepAlive)
            var hasStarted = false
            while !listener.isOver, pool.stopsAt == nil {
                guard pipeline.isEmpty else {
                    try step()
                    continue
                }
                if !hasStarted { listener.deliver(.started) }
                hasStarted = true
                while let payload = session.nextNotification() { listener.deliver(.notified(payload)) }
                try waitForNotification()
            }
        } catch {
            listener.finish(.failure(error))
            throw error
        }
        listener.finish(.success(()))
        return .retired
    }

    /// Waits for bytes, for a signal, or for the next check that the connection is alive.
    private func waitForNotification() throws(PostgresError) {
        let keepAliveAt = lastReplyAt + pool.configuration.keepAliveInterval
        guard ContinuousClock.now < keepAliveAt else {
            guard session.sendPlain("") else { throw session.failure }
            return try sendUnit(.keepAlive)
        }
        if session.wait(writing: false, until: keepAliveAt).socket {
            guard session.consume() else { throw session.failure }
        }
    }
}
