import Contracts
import HTTP
import Values
import VokolClient
import VokolClientNIO

/// Finds museums by words, and shows the first ten.
@main
struct MuseumFinder {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        guard words.count > 4, let port = Int(words[2]), let email = EmailAddress(words[4]),
            let query = SearchText(words[5...].joined(separator: " ")),
            let password = readLine().flatMap({ PasswordAttempt($0) })
        else {
            return print("museum-finder HOST PORT AUTHORITY.pem EMAIL WORDS… < PASSWORD")
        }
        let client = Client(try LineTransport(host: words[1], port: port, trust: .only(file: words[3])))
        do {
            try await client.signIn(with: Auth.Login.self, .init(email: email, password: password))
            for try await museum in client.pages(Museums.Search.self, .init(query: query)).items.prefix(10) {
                print([museum.name, museum.city, museum.country].compactMap { $0 }.joined(separator: ", "))
            }
            try await client.signOut()
        } catch let problem as Problem {
            print(problem.detail ?? problem.title)
        } catch let failure as TransportFailure {
            print("There is no network: \(failure)")
        }
        await client.close()
    }
}
