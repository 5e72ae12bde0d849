/// The settings of a process that another one may replace while it runs.
enum TakeoverSettings {
    static let socket = Setting<String>(
        "takeover.socket", default: "",
        summary:
            "Path of a Unix socket, through which a new process with the same path takes over the ports of the running one; empty: none"
    )

    static let all: [any SettingDeclaration] = [socket]
}
