import Platform

/// A process of an instance: what it is, how it is started, and how to tell that it is well.
struct ProcessPlan: Sendable {
    /// Such as `auth` or `museums-2`.
    var name: String
    /// The service whose replica it is.
    var service: String?
    var command: ChildCommand
    var port: Int?
    var adminPort: Int?
    /// What asks it to end.
    var stopSignal = Signal.terminate
    /// What ends it when it does not.
    var forceSignal = Signal.kill
    /// What stands in the way of using the process of this number; `nil` if nothing.
    var fault: @Sendable (_ pid: pid_t) async -> String?
}

/// Keeps a process running until it is told to stop: starts it, and starts it again when it dies.
///
/// A process that dies before it was ever ready is not started again: it cannot be started, and its log says why.
actor SupervisedProcess {
    enum Phase: Equatable {
        case idle
        case starting
        case ready
        case failed(String)
        case stopped
    }

    /// The time to become ready; the first start makes tables and loads the catalogue.
    static let startLimit: Duration = .seconds(120)
    /// The time to end after the stop signal.
    static let stopLimit: Duration = .seconds(22)

    let plan: ProcessPlan
    private(set) var phase = Phase.idle
    private(set) var child: ChildProcess?
    private var isStopping = false
    private var backoff = RestartBackoff()
    private let changed: @Sendable (SupervisedProcess) async -> Void

    /// - Parameter changed: called after every start, when there is another process number.
    init(_ plan: ProcessPlan, changed: @escaping @Sendable (SupervisedProcess) async -> Void) {
        self.plan = plan
        self.changed = changed
    }

    /// Starts the process and watches over it; returns when it was stopped, or failed before it was ready.
    func run() async {
        phase = .starting
        while !isStopping {
            let started = ContinuousClock.now
            let exit: ChildExit
            do {
                let child = try await ChildProcess.start(plan.command)
                self.child = child
                // Who asked it to stop in between did not know of this child.
                if isStopping { child.send(plan.stopSignal) }
                await changed(self)
                exit = await child.exit
            } catch {
                phase = .failed("\(error)")
                return
            }
            if isStopping { break }
            guard phase == .ready else {
                phase = .failed(
                    "it ended (\(exit)). \(plan.command.log) ends with:\n\(LogFile(path: plan.command.log).lastWords())"
                )
                return
            }
            let wait = backoff.died(after: ContinuousClock.now - started)
            Terminal.say(plan.name, "ended (\(exit)); starting it again in \(wait.seconds)")
            try? await Task.sleep(for: wait)
        }
        phase = .stopped
    }

    /// Waits until the process can be used.
    /// - Throws: what it said if it ended instead; a line if it takes longer than `limit`.
    func waitUntilReady(within limit: Duration, isCancelled: @Sendable () async -> Bool) async throws {
        let began = ContinuousClock.now
        var nextRemark: Duration = .seconds(5)
        while true {
            if case .failed(let words) = phase { throw OperatorError("\(plan.name) did not start: \(words)") }
            if await isCancelled() { throw CancellationError() }
            var fault: String? = "is starting"
            if let child, child.exitIfEnded == nil {
                fault = await plan.fault(child.pid)
                if fault == nil, phase == .starting, child.exitIfEnded == nil {
                    phase = .ready
                    return Terminal.say(plan.name, "ready in \((ContinuousClock.now - began).seconds)")
                }
            }
            let waited = ContinuousClock.now - began
            if waited > limit {
                throw OperatorError(
                    "\(plan.name) is not ready after \(limit.seconds): \(fault ?? "it ended"); see \(plan.command.log)")
            }
            if let fault, waited > nextRemark {
                Terminal.say(plan.name, "not yet ready: \(fault)")
                nextRemark += .seconds(5)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Asks the process to end, waits, and ends it if it takes too long.
    func stop(within limit: Duration) async {
        isStopping = true
        guard let child, child.exitIfEnded == nil else { return }
        child.send(plan.stopSignal)
        if await ended(child, within: limit) { return }
        Terminal.say(plan.name, "does not end by itself; ending it")
        force()
        _ = await ended(child, within: .seconds(5))
    }

    /// Ends the process at once.
    func force() {
        isStopping = true
        child?.send(plan.forceSignal)
    }

    /// What to say of its end.
    var ending: String {
        switch child?.exitIfEnded {
        case nil: child == nil ? "was not running" : "still runs"
        case .code(0): "stopped"
        case let exit?: "ended (\(exit))"
        }
    }

    var identity: ProcessIdentity? { child.flatMap { ProcessIdentity(pid: $0.pid) } }

    private func ended(_ child: ChildProcess, within limit: Duration) async -> Bool {
        let end = ContinuousClock.now + limit
        while child.exitIfEnded == nil {
            if ContinuousClock.now >= end { return false }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return true
    }
}
