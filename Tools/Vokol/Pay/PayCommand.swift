import ArgumentParser
import BookingContract
import Contract
import GatewayClient
import Machine
import Values
import VokolClient
import Wire

/// The command `vokol pay`: acts as an instance's simulated payment provider.
struct PayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay",
        abstract: "Reports the outcome of a payment as the simulated provider.",
        discussion: """
            An instance of `vokol up` has a simulated payment provider that nobody can pay.
            This command signs the provider's notification with the instance's secret, posts
            it to the gateway, and prints the answer. The command can be repeated, late or out of
            order, like the notifications of real providers.

            Amount and currency must equal those of the payment, which booking.topUp and
            booking.payment return; otherwise the notification is rejected.

            EXAMPLES
              vokol pay 019ab3c4-5d6e-7f80-9123-456789abcdef --amount 25000
              vokol pay 019ab3c4-5d6e-7f80-9123-456789abcdef --amount 25000 \\
                --status failed
            """)

    @Argument(
        help: "The payment's id, from booking.topUp.",
        transform: { text in
            guard let id = Identifier(text) else { throw ValidationError("\(text) is not a payment id: a UUID") }
            return id
        })
    var payment: Identifier

    @Option(help: "The amount in minor units: 25000 for 250 rubles.")
    var amount: Int

    @Option(
        help: "The currency code.",
        transform: { text in
            guard let currency = CurrencyCode(text) else {
                throw ValidationError("\(text) is not a currency code of three capital letters, such as BYN")
            }
            return currency
        })
    var currency = CurrencyCode(unchecked: "BYN")

    @Option(help: "The outcome of the payment.")
    var status = SimulatedNotification.Status.successful

    @Option(help: "The file with the secret that signs notifications; default: the instance's.")
    var secretFile: String?

    @OptionGroup var gateway: GatewayOptions

    func validate() throws {
        guard amount > 0 else { throw ValidationError("--amount must be above 0") }
    }

    func run() async throws {
        let notification = SimulatedNotification(
            payment: payment, price: Money(amount: amount, currency: currency), status: status)
        let request = try notification.request(signedWith: try secret())
        let caller = try GatewayCaller(gateway.resolve(), over: .http)
        let method = Booking.NotifyPayment.declaration
        do {
            let json = try await caller.result(of: method, params: try JSONCoding.encode(request))
            await caller.close()
            Terminal.print(String(decoding: IndentedJSON.indented(json), as: UTF8.self))
        } catch let problem as Problem {
            Terminal.printError(problem.text(method: method.name))
            if problem.has(Booking.notBelieved) {
                Terminal.printError("  --amount and --currency must equal those of the payment")
            }
            throw ExitCode(1)
        }
    }

    private func secret() throws -> String {
        let file = secretFile ?? gateway.instance.paymentsSecret
        guard Files.exists(file) else {
            throw OperatorError(
                "no secret of the simulated payment provider in \(file): start an instance with `vokol up`, or give "
                    + "--directory or --secret-file")
        }
        return try SecretFile(path: file).text()
    }
}
