import ServiceLifecycle
import UnixSignals

/// Reloads a process on SIGHUP, and when its settings file changes.
struct ReloadTriggers: Service {
    let reload: ProcessReload
    /// The time between two checks of the settings file.
    var interval: Duration = .seconds(10)

    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            // Causes that arrive during a reload lead to one more.
            let (causes, sender) = AsyncStream.makeStream(
                of: ProcessReload.Cause.self, bufferingPolicy: .bufferingNewest(2))
            await withTaskGroup(of: Void.self) { tasks in
                tasks.addTask {
                    for await _ in await UnixSignalsSequence(trapping: .sighup) { sender.yield(.signal) }
                }
                if let file = reload.file { tasks.addTask { await watch(file, sender) } }
                for await cause in causes { await reload.run(cause) }
                tasks.cancelAll()
            }
        }
    }

    private func watch(_ file: String, _ sender: AsyncStream<ProcessReload.Cause>.Continuation) async {
        // Unknown at first, because the file may have changed since the process read it at its start.
        var known: [UInt8]?
        while (try? await Task.sleep(for: interval)) != nil {
            // A file that is being replaced may be missing for a moment.
            guard let content = SmallFile.read(file), content != known else { continue }
            known = content
            sender.yield(.file)
        }
    }
}
