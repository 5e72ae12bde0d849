import ScheduleService
import ServiceRuntime

/// The program `vokol-schedule`.
@main
struct Main {
    static func main() async {
        await ServiceMain.run(ScheduleProcess.self)
    }
}
