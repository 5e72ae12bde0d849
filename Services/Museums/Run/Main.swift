import MuseumsService
import ServiceRuntime

/// The program `vokol-museums`.
@main
struct Main {
    static func main() async {
        await ServiceMain.run(MuseumsProcess.self)
    }
}
