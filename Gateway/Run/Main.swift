import Gateway
import ServiceRuntime

@main
struct Main {
    static func main() async { await ServiceMain.run(GatewayProcess.self) }
}
