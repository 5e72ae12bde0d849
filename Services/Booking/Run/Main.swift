import BookingService
import ServiceRuntime

@main
enum Main {
    static func main() async { await ServiceMain.run(BookingProcess.self) }
}
