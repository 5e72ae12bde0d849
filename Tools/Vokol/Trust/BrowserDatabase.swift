import Machine

/// A database of certificates that a browser reads.
struct BrowserDatabase: Equatable {
    let browser: String
    let path: String

    /// True if the directory holds a database.
    var exists: Bool { Files.exists("\(path)/cert9.db") }

    /// Returns the databases of the user's browsers: Chromium's and Chrome's, and one for each profile of Firefox.
    ///
    /// - Parameter environment: `HOME`, and the directories that replace `~/.config` and `~/.local/share`.
    static func all(_ environment: [String: String]) throws -> [BrowserDatabase] {
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw OperatorError("HOME does not name your home directory, which holds the browsers' lists")
        }
        func place(_ variable: String, _ standard: String) -> String {
            environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/\(standard)"
        }
        return chromium(["\(home)/.pki/nssdb", "\(place("XDG_DATA_HOME", ".local/share"))/pki/nssdb"])
            + firefox([
                "\(home)/.mozilla/firefox", "\(place("XDG_CONFIG_HOME", ".config"))/mozilla/firefox",
                "\(home)/snap/firefox/common/.mozilla/firefox",
            ])
    }

    /// Returns the databases of Chromium among `paths`; the first path if there is none yet.
    ///
    /// Versions before 146 read the first alone. Later ones prefer it, too, if there is such a directory, even an empty
    /// one.
    private static func chromium(_ paths: [String]) -> [BrowserDatabase] {
        let databases = paths.map { BrowserDatabase(browser: "Chromium", path: $0) }
        let present = databases.enumerated().filter { $1.exists || $0 == 0 && Files.isDirectory($1.path) }.map(
            \.element)
        return present.isEmpty ? Array(databases.prefix(1)) : present
    }

    private static func firefox(_ folders: [String]) -> [BrowserDatabase] {
        folders.flatMap { folder in
            Files.names(in: folder).map { BrowserDatabase(browser: "Firefox", path: "\(folder)/\($0)") }
        }
        .filter(\.exists)
    }
}

/// A certificate in the list that `certutil -L` prints.
struct DatabaseEntry: Equatable {
    let nickname: String
    /// True if the certificate is trusted to identify servers.
    let isTrusted: Bool

    /// True if this tool added it.
    var isOurs: Bool {
        let prefix = LocalAuthority.nicknamePrefix
        return nickname.hasPrefix(prefix) && nickname.dropFirst(prefix.count).wholeMatch(of: /[0-9a-f]{8}/) != nil
    }

    /// Parses the list: a nickname and trust for servers, mail and code on each line, after a header.
    static func parse(_ list: String) -> [DatabaseEntry] {
        list.split(separator: "\n").compactMap { line in
            line.wholeMatch(of: /(\S.*?)\s+([A-Za-z]*),[A-Za-z]*,[A-Za-z]*\s*/).map {
                DatabaseEntry(nickname: String($0.1), isTrusted: $0.2.contains("C"))
            }
        }
    }
}
