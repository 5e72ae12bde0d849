import AuthService
import ServiceRuntime

@main
struct Main {
    static func main() { ServiceMain.run(AuthProcess.self) }
}
