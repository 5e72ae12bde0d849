import Gateway
import ServiceRuntime

@main
struct Main {
    static func main() { ServiceMain.run(GatewayProcess.self) }
}
