import GatewayClient
import Machine
import NIOCore
import NIOPosix
import Platform

/// One run of the load generator.
struct LoadRun {
    let plan: LoadSettings
    let connections: Int
    let threads: Int
    let warmUp: Duration
    let duration: Duration
    /// The processes whose CPU time is reported per call; `nil` for none.
    let watched: ProcessTime?
    /// Reports progress; does nothing for scripts.
    let progress: @Sendable (String) -> Void

    /// The longest wait for answers after the last call.
    private static let answerTimeout: Duration = .seconds(10)

    func report() async throws -> LoadReport {
        let count = max(1, min(threads, connections))
        let group = MultiThreadedEventLoopGroup(numberOfThreads: count)
        let loops = group.makeIterator().enumerated().map { index, loop in
            LoadLoop(plan, loop: loop, index: index, of: count, connections: connections)
        }
        let began = ContinuousClock.now
        do {
            for opening in loops.map({ $0.open() }) { try await opening.get() }
        } catch {
            throw OperatorError(
                "cannot open \(connections) connections to \(plan.address.host):\(plan.address.port) "
                    + "(\(GatewayAddress.cause(of: error)))")
        }
        progress("\(connections) connections opened in \((ContinuousClock.now - began).seconds)")

        // Starts in 10 ms, so that all loops begin at the same time.
        let start = NIODeadline.now().uptimeNanoseconds + 10_000_000
        let recordsFrom = start + Self.nanoseconds(warmUp)
        let end = recordsFrom + Self.nanoseconds(duration)
        for loop in loops { loop.run(from: start, recordsFrom: recordsFrom, to: end) }
        try await Task.sleep(for: .milliseconds(10) + warmUp)
        let (cpu, watchedCPU) = (Self.cpuSeconds(), watched?.seconds())
        try await Task.sleep(for: duration)
        let ownCPU = Self.cpuSeconds() - cpu
        let watchedUsed = watched.map { $0.seconds() - (watchedCPU ?? 0) }

        try await waitForAnswers(loops)
        var recorder = LoadRecorder(targets: plan.targets.count)
        for loop in loops { recorder.add(try await loop.finish().get()) }
        try await group.shutdownGracefully()
        return LoadReport(
            plan: plan, connections: connections, seconds: Double(Self.nanoseconds(duration)) / 1e9,
            recorder: recorder, ownCPU: ownCPU, watchedCPU: watchedUsed)
    }

    private func waitForAnswers(_ loops: [LoadLoop]) async throws {
        let end = ContinuousClock.now + Self.answerTimeout
        while ContinuousClock.now < end {
            var waiting = 0
            for loop in loops { waiting += try await loop.pendingCalls().get() }
            if waiting == 0 { return }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private static func nanoseconds(_ duration: Duration) -> UInt64 {
        UInt64(max(0, duration.components.seconds)) * 1_000_000_000
            + UInt64(max(0, duration.components.attoseconds / 1_000_000_000))
    }

    private static func cpuSeconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }
}
