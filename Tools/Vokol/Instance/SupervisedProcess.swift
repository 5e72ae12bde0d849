import Machine
import Platform

/// A process of an instance: its command, its signals and its readiness check.
struct ProcessPlan: Sendable {
    /// A name such as `auth` or `museums-2`.
    var name: String
    /// The service that the process is a replica of.
    var service: String?
    var command: ChildCommand
    var port: Int?
    var adminPort: Int?
    /// The signal that asks the process to end.
    var stopSignal = Signal.terminate
    /// The signal that ends the process if it does not comply.
    var forceSignal = Signal.kill
    /// Returns the reason why the process with this id is not ready; `nil` if it is ready.
    var fault: @Sendable (_ pid: pid_t) async -> String?
}

/// Keeps a process running until ``stop(within:)`` is called, restarting it whenever it ends.
///
/// A process that ends before it is ready is not restarted; its log contains the reason.
actor SupervisedProcess {
    enum Phase: Equatable {
        case idle
        case starting
        case ready
        case failed(String)
        case stopped
    }

    /// The time limit for becoming ready; the first start creates tables and loads the catalogue.
    static let startLimit: Duration = .seconds(120)
    /// The time limit for ending after the stop signal.
    static let stopLimit: Duration = .seconds(22)

    let plan: ProcessPlan
    private(set) var phase = Phase.idle
    private(set) var child: ChildProcess?
    private var isStopping = false
    private var backoff = RestartBackoff()
    private let changed: @Sendable (SupervisedProcess) async -> Void

    /// Creates a supervisor; ``run()`` starts the process.
    ///
    /// - Parameter changed: called after every start, because the process id is new.
    init(_ plan: ProcessPlan, changed: @escaping @Sendable (SupervisedProcess) async -> Void) {
        self.plan = plan
        self.changed = changed
    }

    /// Starts the process and restarts it; returns once it is stopped or fails before it is ready.
    func run() async {
        phase = .starting
        while !isStopping {
            let started = ContinuousClock.now
            let exit: ChildExit
            do {
                let child = try await ChildProcess.start(plan.command)
                self.child = child
                // A request to stop that came during the start did not reach this child.
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
                    "it ended (\(exit)); \(plan.command.log) ends with:\n\(LogFile(path: plan.command.log).tail())"
                )
                return
            }
            let wait = backoff.exited(after: ContinuousClock.now - started)
            Terminal.print(plan.name, "ended (\(exit)); restarting in \(wait.seconds)")
            try? await Task.sleep(for: wait)
        }
        phase = .stopped
    }

    /// Waits until the process is ready.
    ///
    /// - Throws: ``OperatorError`` if the process fails to start or is not ready within `limit`; `CancellationError`
    ///   once `isCancelled` returns true.
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
                    return Terminal.print(plan.name, "ready in \((ContinuousClock.now - began).seconds)")
                }
            }
            let waited = ContinuousClock.now - began
            if waited > limit {
                throw OperatorError(
                    "\(plan.name) is not ready after \(limit.seconds): \(fault ?? "it ended"); see \(plan.command.log)")
            }
            if let fault, waited > nextRemark {
                Terminal.print(plan.name, "not ready yet: \(fault)")
                nextRemark += .seconds(5)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Asks the process to end, and kills it after `limit`.
    func stop(within limit: Duration) async {
        isStopping = true
        guard let child, child.exitIfEnded == nil else { return }
        child.send(plan.stopSignal)
        if await ended(child, within: limit) { return }
        Terminal.print(plan.name, "does not end; killing it")
        force()
        _ = await ended(child, within: .seconds(5))
    }

    /// Ends the process by force, without waiting.
    func force() {
        isStopping = true
        child?.send(plan.forceSignal)
    }

    /// The way in which the process ended, for the operator.
    var ending: String {
        switch child?.exitIfEnded {
        case nil: child == nil ? "was not running" : "is still running"
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
