import AuthService
import ServiceRuntime

@main
struct Main {
    static func main() async { await ServiceMain.run(AuthProcess.self) }
}
