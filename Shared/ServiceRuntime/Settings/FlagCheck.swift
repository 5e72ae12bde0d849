/// Finds flags that belong to no setting, so that a misspelt flag stops the start instead of being ignored.
enum FlagCheck {
    /// Returns the flag of a setting: `--limits-user-rate` for `limits.user.rate`.
    static func flag(for name: String) -> String {
        var flag = "--"
        for character in name {
            if character == "." {
                flag += "-"
            } else if character.isUppercase {
                flag += "-" + character.lowercased()
            } else {
                flag.append(character)
            }
        }
        return flag
    }

    /// Returns the environment variable of a setting: `VOKOL_LIMITS_USER_RATE` for `limits.user.rate`.
    static func variable(for name: String) -> String {
        "VOKOL_" + flag(for: name).dropFirst(2).uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }

    /// Returns the fault of the first argument that is not a flag of `declarations`; `nil` if all are.
    static func firstUnknown(in arguments: [String], declarations: [any SettingDeclaration]) -> SettingFault? {
        var known: Set<String> = ["--config"]
        for declaration in declarations {
            known.insert(flag(for: declaration.name))
            if declaration.isSecret { known.insert(flag(for: declaration.name + ".file")) }
        }
        var expectsValue = false
        for argument in arguments {
            guard argument.hasPrefix("--") else {
                if !expectsValue { return SettingFault(name: argument, detail: "is not a flag; see --help") }
                expectsValue = false
                continue
            }
            let name = String(argument.prefix { $0 != "=" })
            guard known.contains(name) else { return SettingFault(name: name, detail: "is not known; see --help") }
            expectsValue = name.count == argument.count
        }
        return nil
    }
}
