import AggregatorService
import ServiceRuntime

/// The program `vokol-aggregator`.
@main
struct Main {
    static func main() { ServiceMain.run(AggregatorProcess.self) }
}
