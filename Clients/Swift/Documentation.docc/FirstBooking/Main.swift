import VokolClient

@main
struct FirstBooking {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 6, let port = Int(words[2]) else {
            return print("first-booking HOST PORT AUTHORITY.pem SESSION.json EMAIL < PASSWORD")
        }
        let client = try makeClient(host: words[1], port: port, authority: words[3], session: words[4])
        do {
            if try await signInIfNeeded(client, email: words[5], password: { readLine() }) {
                if let slot = try await freeSlot(client) { try await book(slot, client) }
            }
        } catch let problem as Problem {
            print(problem.detail ?? problem.title)
        } catch let failure as TransportFailure {
            print("There is no network: \(failure)")
        }
        await client.close()
    }
}
