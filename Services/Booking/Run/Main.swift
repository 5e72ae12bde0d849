import BookingService
import ServiceRuntime

@main
enum Main {
    static func main() { ServiceMain.run(BookingProcess.self) }
}
