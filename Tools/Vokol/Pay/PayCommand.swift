import ArgumentParser
import BookingContract
import GatewayClient
import Machine
import Values

/// `vokol pay`: plays the payment provider of an instance that has none.
struct PayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay",
        abstract: "Plays the simulated payment provider: tells how a payment ended.",
        discussion: """
            `vokol up` takes payments by a provider that is made up, and nobody pays there.
            This command says in its place how a payment ended: it signs a notification
            with the instance's secret, posts it to the gateway, and prints the answer.
            It can be sent again, late and out of order, as real providers do.

            Amount and currency must be those of the payment, as booking.topUp and
            booking.payment tell them: a notification that differs is not believed.

            EXAMPLES
              vokol pay 019ab3c4-5d6e-7f80-9123-456789abcdef --amount 25000
              vokol pay 019ab3c4-5d6e-7f80-9123-456789abcdef --amount 25000 \\
                --status failed
            """)

    @Argument(
        help: "The payment's id, as booking.topUp answers it.",
        transform: { text in
            guard let id = Identifier(text) else { throw ValidationError("\(text) is no id of a payment: a UUID") }
            return id
        })
    var payment: Identifier

    @Option(help: "What was paid, in minor units: 25000 are 250 rubles.")
    var amount: Int

    @Option(
        help: "The currency, as three capital letters.",
        transform: { text in
            guard let currency = CurrencyCode(text) else {
                throw ValidationError("\(text) is no currency: three capital letters, such as BYN")
            }
            return currency
        })
    var currency = CurrencyCode(unchecked: "BYN")

    @Option(help: "How the payment ended.")
    var status = SimulatedNotification.Status.successful

    @Option(help: "The file with the secret that signs notifications; that of the instance if not given.")
    var secretFile: String?

    @OptionGroup var gateway: GatewayOptions

    func validate() throws {
        guard amount > 0 else { throw ValidationError("--amount must be above 0, in minor units") }
    }

    func run() async throws {
        let notification = SimulatedNotification(
            payment: payment, price: Money(amount: amount, currency: currency), status: status)
        let request = try notification.request(signedWith: try secret())
        let connection = try await HTTPConnection.open(gateway.resolve())
        let method = Booking.NotifyPayment.declaration
        let answer = try await connection.answer(
            OutgoingCall(declaration: method, parameters: try CallParameters(request)))
        await connection.close()
        switch answer {
        case .result(let json):
            Terminal.say(String(decoding: JSONText.indented(json), as: UTF8.self))
        case .failure(let failure):
            Terminal.complain(failure.text(method: method.name))
            if failure.reason == "not-believed" {
                Terminal.complain("  --amount and --currency must be those of the payment")
            }
            throw ExitCode(1)
        }
    }

    private func secret() throws -> String {
        let file = secretFile ?? gateway.instance.paymentsSecret
        guard Files.exists(file) else {
            throw OperatorError(
                "there is no secret of the simulated payment provider in \(file): start an instance with `vokol up`, or "
                    + "name its --directory or the --secret-file")
        }
        return try SecretFile(path: file).text()
    }
}
