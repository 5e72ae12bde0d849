import AggregatorService
import ServiceRuntime

/// The program `vokol-aggregator`.
@main
struct Main {
    static func main() async {
        await ServiceMain.run(AggregatorProcess.self)
    }
}
