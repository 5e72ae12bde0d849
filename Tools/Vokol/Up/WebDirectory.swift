import GatewayClient
import Machine

/// The directory of the built web client.
enum WebDirectory {
    /// The file that marks the directory of a finished build.
    static let marker = "web.json"
    /// The variables of the environment that name the directory to the gateway.
    static let variables = ["VOKOL_GATEWAY_WEB_DIRECTORY", "VOKOL_WEB_DIRECTORY"]

    /// Returns the first of the directories `web` near the programs that holds a build; `nil` if none does.
    ///
    /// A build of the sources puts it into `.build/web`, two levels above the programs of `.build/TRIPLE/release`.
    static func standard(programs: String, exists: (String) -> Bool = Files.exists) -> String? {
        ["web", "../web", "../../web"].map { "\(programs)/\($0)" }.first { exists("\($0)/\(marker)") }
            .map(Files.absolute)
    }
}
