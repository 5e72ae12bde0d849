import Machine

/// Makes planned changes one after the other, and prints a line about each.
struct TrustRun {
    let run: ProgramRunner
    var print: (_ list: String, _ text: String, _ isFailure: Bool) -> Void = { list, text, isFailure in
        if isFailure { Terminal.printError("  \(list): \(text)") } else { Terminal.print(list, text) }
    }

    /// The outcome of all changes.
    struct Outcome: Equatable {
        var changed = 0
        var failed = 0
    }

    /// Makes all changes; a list that fails does not keep the others from being changed.
    func make(_ changes: [TrustChange]) async throws -> Outcome {
        var outcome = Outcome()
        for change in changes {
            switch change.action {
            case .keep:
                print(change.list, change.text, false)
            case .refuse:
                outcome.failed += 1
                print(change.list, change.text, true)
            case .run(let commands):
                if let fault = try await fault(of: commands) {
                    outcome.failed += 1
                    if !change.undo.isEmpty { _ = try await run(change.undo) }
                    print(
                        change.list,
                        (["not changed: \(fault)"] + [change.remedy].compactMap(\.self)).joined(separator: "; "), true)
                } else {
                    outcome.changed += 1
                    print(change.list, change.text, false)
                }
            }
        }
        return outcome
    }

    /// Runs commands up to the first that fails, and returns the cause.
    private func fault(of commands: [[String]]) async throws -> String? {
        for words in commands {
            let output = try await run(words)
            guard output.exit == .code(0) else { return output.lastLine }
        }
        return nil
    }
}
