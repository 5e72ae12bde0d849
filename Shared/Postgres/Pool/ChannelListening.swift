import Platform

/// The use of a connection for the notifications of one channel.
///
/// The connection is neither retired by age nor closed when idle, because notifications would be missed between it and
/// the next one; the checks that it is alive go on.
struct ChannelListening {
    let driver: SessionDriver
    let listener: NotificationListener

    /// Passes notifications on until the listener or the client stops.
    ///
    /// - Throws: the reason for which the connection is lost; the listener has ended with it.
    func run() throws(PostgresError) {
        guard listener.attach(driver.session.wake) else { return }
        do throws(PostgresError) {
            try passOn()
        } catch {
            listener.finish(.failure(error))
            throw error
        }
        listener.finish(.success(()))
    }

    private func passOn() throws(PostgresError) {
        let session = driver.session
        guard session.sendPlain("LISTEN \(listener.channel)") else { throw session.failure }
        try driver.sendUnit(.keepAlive)
        var hasStarted = false
        while !listener.isOver, driver.pool.stopsAt == nil {
            guard driver.pipeline.isEmpty else {
                try driver.step()
                continue
            }
            if !hasStarted { listener.deliver(.started) }
            hasStarted = true
            while let payload = session.nextNotification() { listener.deliver(.notified(payload)) }
            try waitForNotification()
        }
    }

    /// Waits for bytes, for a signal, or for the next check that the connection is alive.
    private func waitForNotification() throws(PostgresError) {
        let session = driver.session
        let keepAliveAt = driver.lastReplyAt + driver.pool.configuration.keepAliveInterval
        guard ContinuousClock.now < keepAliveAt else { return try driver.sendKeepAlive() }
        if session.wait(writing: false, until: keepAliveAt).socket {
            guard session.consume() else { throw session.failure }
        }
    }
}
