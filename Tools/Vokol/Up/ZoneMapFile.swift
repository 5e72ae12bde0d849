import GatewayClient
import Machine

/// The file of the map of time zones.
enum ZoneMapFile {
    /// Returns the first map in a directory `zones` near the programs; `nil` if there is none.
    ///
    /// A build of the sources puts it into `.build/zones`, as it does the web client into `.build/web`.
    static func standard(programs: String, exists: (String) -> Bool = Files.exists) -> String? {
        ["zones", "../zones", "../../zones"].map { "\(programs)/\($0)/zones.bin" }.first(where: exists)
            .map(Files.absolute)
    }
}
