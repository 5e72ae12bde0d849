import Simulator

/// The program `vokol-simulator`.
@main
struct Main {
    static func main() async {}
}
