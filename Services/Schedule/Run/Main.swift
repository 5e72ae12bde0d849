import ScheduleService
import ServiceRuntime

/// The program `vokol-schedule`.
@main
struct Main {
    static func main() { ServiceMain.run(ScheduleProcess.self) }
}
