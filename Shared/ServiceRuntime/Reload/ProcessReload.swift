public import Logging
import Synchronization

/// Brings changed settings and files into force while a process runs.
///
/// A reload is all or nothing: every part of the process prepares the new settings before the first one changes, so a
/// value that one part refuses leaves the last good settings in force everywhere.
public final class ProcessReload: Sendable {
    /// Prepares new settings, and returns the action that brings them into force.
    ///
    /// Throws if it cannot use them. It reads reloadable settings only; the others keep their value from the start.
    public typealias Preparation = @Sendable (Settings) async throws -> @Sendable () async -> Void

    /// The reason for a reload.
    public enum Cause: Sendable {
        /// SIGHUP.
        case signal
        /// The settings file has changed.
        case file
    }

    private struct State {
        var preparations: [Preparation] = []
        var fileActions: [@Sendable () async -> Void] = []
        var inForce: Settings
    }

    private let declarations: [any SettingDeclaration]
    private let started: Settings
    private let read: @Sendable () throws(SettingFault) -> SettingSource
    private let outcomes: OutcomeCounters<Outcome>
    private let logger: Logger
    private let state: Mutex<State>

    /// The outcomes in `settings_reloads_total`.
    enum Outcome: String, CaseIterable { case changed, unchanged, refused }

    /// Creates the reload of a process.
    ///
    /// - Parameters:
    ///   - settings: the settings that the process starts with.
    ///   - declarations: all settings of the process.
    ///   - read: reads flags, environment and file again.
    public init(
        of settings: Settings, _ declarations: [any SettingDeclaration], metrics: Metrics, logger: Logger,
        read: @escaping @Sendable () throws(SettingFault) -> SettingSource
    ) {
        self.declarations = declarations
        started = settings
        self.read = read
        outcomes = OutcomeCounters("settings_reloads_total", help: "Reloads of settings by outcome", in: metrics)
        self.logger = logger
        state = Mutex(State(inForce: settings))
    }

    /// The path of the settings file; `nil` if none is used.
    var file: String? { started.file }

    /// Registers a part of the process that follows its settings.
    public func onSettings(_ prepare: @escaping Preparation) {
        state.withLock { $0.preparations.append(prepare) }
    }

    /// Registers an action for SIGHUP that reads files other than the settings, and logs its own outcome.
    public func onSignal(_ action: @escaping @Sendable () async -> Void) {
        state.withLock { $0.fileActions.append(action) }
    }

    /// Reloads; calls must not overlap.
    public func run(_ cause: Cause) async {
        await reloadSettings(cause)
        guard cause == .signal else { return }
        for action in state.withLock({ $0.fileActions }) { await action() }
    }

    private func reloadSettings(_ cause: Cause) async {
        let (preparations, inForce) = state.withLock { ($0.preparations, $0.inForce) }
        do {
            let settings = try Settings(declarations, source: try read())
            let changed = settings.changes(from: inForce, of: declarations.filter(\.isReloadable))
            let awaiting = settings.changes(from: started, of: declarations.filter { !$0.isReloadable })
            if !changed.isEmpty {
                var commits: [@Sendable () async -> Void] = []
                for prepare in preparations { commits.append(try await prepare(settings)) }
                for commit in commits { await commit() }
                state.withLock { $0.inForce = settings }
            }
            report(changed, awaiting, settings)
            if changed.isEmpty, cause == .signal { logger.notice("settings unchanged") }
        } catch {
            outcomes.count(.refused)
            logger.error("settings not reloaded", metadata: ["cause": .string("\(error)")])
        }
    }

    private func report(
        _ changed: [any SettingDeclaration], _ awaiting: [any SettingDeclaration], _ settings: Settings
    ) {
        if !awaiting.isEmpty {
            let names = awaiting.map { Logger.MetadataValue.string($0.name) }
            logger.warning("settings need a restart", metadata: ["settings": .array(names)])
        }
        outcomes.count(changed.isEmpty ? .unchanged : .changed)
        guard !changed.isEmpty else { return }
        let inForce = SettingsInForce(values: settings.effective(changed))
        logger.notice("settings reloaded", metadata: ["settings": .stringConvertible(inForce)])
    }
}
