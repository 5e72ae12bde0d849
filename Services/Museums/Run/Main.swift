import MuseumsService
import ServiceRuntime

/// The program `vokol-museums`.
@main
struct Main {
    static func main() { ServiceMain.run(MuseumsProcess.self) }
}
