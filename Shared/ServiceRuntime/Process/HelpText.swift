/// The output of `--help` and the documentation's table of settings, both derived from the declarations.
public enum HelpText {
    /// Returns a program's help.
    public static func program<Process: ServiceProcess>(_ process: Process.Type) -> String {
        var text = """
            vokol-\(Process.name): \(Process.summary)

            USAGE
              vokol-\(Process.name) [--SETTING VALUE …]      runs the process until SIGTERM or Ctrl-C
              vokol-\(Process.name) health [--SETTING …]     checks the running process; exit code 0 if ready
              vokol-\(Process.name) settings [--SETTING …]   prints the settings in force, secrets hidden
              vokol-\(Process.name) check [--SETTING …]      checks the settings and the files they name; exit code 2 if unusable

            """
        for command in Process.commands {
            text += "  vokol-\(Process.name) \(command.name) \(command.usage)\n      \(command.summary)\n"
        }
        text +=
            "\nSETTINGS (flag; environment: VOKOL_\(Process.name.uppercased())_… before VOKOL_…; file: --config FILE.json)\n"
        for setting in Process.allSettings {
            let value = setting.defaultText.map { $0.isEmpty ? "empty" : $0 } ?? "none, must be given"
            text +=
                "  \(FlagCheck.flag(for: setting.name)) (\(setting.kind); default: \(value))\(mark(setting))\n      \(setting.summary)\n"
        }
        return text + """

            A secret may be given as a file: --name-file PATH or VOKOL_NAME_FILE.
            * SIGHUP, or a change of the file, brings the setting into force; any other needs a restart.

            """
    }

    /// Returns a program's settings as rows of a Markdown table.
    public static func table<Process: ServiceProcess>(_ process: Process.Type) -> String {
        var text = "| setting | environment | default | what it does |\n| --- | --- | --- | --- |\n"
        for setting in Process.allSettings {
            let value = setting.defaultText.map { $0.isEmpty ? "" : "`\($0)`" } ?? "must be given"
            text +=
                "| `\(setting.name)`\(mark(setting)) | `\(FlagCheck.variable(for: setting.name))` | \(value) | \(setting.summary) |\n"
        }
        return text
    }

    private static func mark(_ setting: any SettingDeclaration) -> String { setting.isReloadable ? " *" : "" }
}
