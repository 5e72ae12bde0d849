/// The change of one list.
struct TrustChange: Equatable {
    enum Action: Equatable {
        /// Nothing is to do.
        case keep
        /// Programs with their arguments, to run in this order.
        case run([[String]])
        /// The change is impossible here.
        case refuse
    }

    /// The name of the list: `system` or a browser.
    let list: String
    let action: Action
    /// The outcome, for the operator.
    let text: String
    /// The command that repairs a list after a failure; it may fail.
    var undo: [String] = []
    /// The remedy for a failure.
    var remedy: String?
}

/// The changes that add an authority to all lists, or remove all authorities of instances from them.
struct TrustPlan {
    let findings: TrustFindings

    /// The remedy for a missing `certutil`.
    private static let installation = "certutil is missing: apt-get install libnss3-tools"

    // MARK: Adding

    /// Returns the changes that add an authority.
    ///
    /// - Parameters:
    ///   - file: the certificate in the instance's directory, for the operator.
    ///   - copy: the file with the checked certificate.
    func adding(_ authority: LocalAuthority, file: String, copy: String) -> [TrustChange] {
        var changes = [addingToSystem(authority, file: file, copy: copy)]
        guard let certutil = findings.certutil else {
            return changes + [TrustChange(list: "browsers", action: .refuse, text: "not added: \(Self.installation)")]
        }
        changes += findings.databases.map { adding(authority, copy: copy, to: $0, with: certutil) }
        if !findings.databases.contains(where: { $0.database.browser == "Firefox" }) {
            let text = "no profile found; if you use Firefox, start it once and repeat this command"
            changes.append(TrustChange(list: "Firefox", action: .keep, text: text))
        }
        return changes
    }

    private func addingToSystem(_ authority: LocalAuthority, file: String, copy: String) -> TrustChange {
        guard let updater = findings.updater else {
            return TrustChange(list: "system", action: .keep, text: "no update-ca-certificates here, left as it is")
        }
        let target = findings.system.file(of: authority)
        if findings.systemEntries.contains(SystemList.Entry(path: target, isInForce: true)) {
            return TrustChange(list: "system", action: .keep, text: "already there: \(target)")
        }
        let remedy = "run: sudo install -D -m 644 \(file) \(target) && sudo update-ca-certificates"
        return asRoot(
            [["install", "-D", "-m", "644", copy, target], [updater]], text: "added: \(target)", remedy: remedy)
    }

    private func adding(
        _ authority: LocalAuthority, copy: String, to found: TrustFindings.Database, with certutil: String
    ) -> TrustChange {
        let (browser, path) = (found.database.browser, found.database.path)
        if let fault = found.fault {
            return TrustChange(list: browser, action: .refuse, text: "not added: \(path): \(fault)")
        }
        if found.entries.contains(DatabaseEntry(nickname: authority.nickname, isTrusted: true)) {
            return TrustChange(list: browser, action: .keep, text: "already there: \(path)")
        }
        // NSS keeps one name per certificate: adding it would change the trust of the user's own entry.
        if let other = found.entries.first(where: { $0.nickname.contains(authority.commonName) }) {
            let text = "already there as “\(other.nickname)”: \(path)"
            return other.isTrusted
                ? TrustChange(list: browser, action: .keep, text: text)
                : TrustChange(
                    list: browser, action: .refuse, text: "not added, \(text) without trust; remove it there first")
        }
        // The empty file stands for no password: certutil would otherwise ask the terminal for one.
        let place = ["-d", "sql:\(path)", "-f", "/dev/null"]
        let name = ["-n", authority.nickname]
        let creation = [["mkdir", "-p", "-m", "700", path], [certutil, "-N", "--empty-password"] + place]
        return TrustChange(
            list: browser,
            action: .run(
                (found.isPresent ? [] : creation)
                    + [[certutil, "-A"] + place + name + ["-t", "C,,", "-a", "-i", copy]]),
            text: "added: \(path)",
            // Without the password of a protected database certutil fails, and leaves the certificate without trust.
            undo: [certutil, "-D"] + place + name,
            remedy: "if a password protects \(path), import ca.pem in the browser's settings")
    }

    // MARK: Removing

    /// Returns the changes that remove all authorities that this tool added.
    func removing() -> [TrustChange] {
        var changes = [removingFromSystem()]
        for found in findings.databases where found.isPresent {
            changes.append(removing(from: found))
        }
        return changes
    }

    private func removingFromSystem() -> TrustChange {
        guard let updater = findings.updater, !findings.systemEntries.isEmpty else {
            return TrustChange(list: "system", action: .keep, text: "nothing to remove")
        }
        let paths = findings.systemEntries.map(\.path)
        let files = paths.joined(separator: " ")
        // Without --fresh, links to removed files stay.
        return asRoot(
            [["rm", "-f"] + paths, [updater, "--fresh"]], text: "removed: \(files)",
            remedy: "run: sudo rm \(files) && sudo update-ca-certificates --fresh")
    }

    private func removing(from found: TrustFindings.Database) -> TrustChange {
        let (browser, path) = (found.database.browser, found.database.path)
        guard let certutil = findings.certutil, found.fault == nil else {
            let cause = found.fault.map { "\(path): \($0)" } ?? Self.installation
            return TrustChange(list: browser, action: .refuse, text: "not examined: \(cause)")
        }
        let names = found.entries.filter(\.isOurs).map(\.nickname)
        guard !names.isEmpty else {
            return TrustChange(list: browser, action: .keep, text: "nothing to remove: \(path)")
        }
        return TrustChange(
            list: browser,
            action: .run(names.map { [certutil, "-D", "-d", "sql:\(path)", "-f", "/dev/null", "-n", $0] }),
            text: "removed: \(path)")
    }

    /// Returns a change of the system's list, which only root may make.
    private func asRoot(_ commands: [[String]], text: String, remedy: String) -> TrustChange {
        guard let prefix = findings.rootPrefix else {
            return TrustChange(list: "system", action: .refuse, text: "not changed, this needs root; \(remedy)")
        }
        return TrustChange(list: "system", action: .run(commands.map { prefix + $0 }), text: text, remedy: remedy)
    }
}
