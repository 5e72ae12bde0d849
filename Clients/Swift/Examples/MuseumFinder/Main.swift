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
        guard words.count > 3, let port = Int(words[2]), let query = SearchText(words[4...].joined(separator: " "))
        else {
            return print("museum-finder HOST PORT AUTHORITY.pem WORDS…")
        }
        let client = Client(try LineTransport(host: words[1], port: port, trust: .only(file: words[3])))
        do {
            for try await museum in client.pages(Museums.Search.self, .init(query: query)).items.prefix(10) {
                print([museum.name, museum.city, museum.country].compactMap { $0 }.joined(separator: ", "))
            }
        } catch let problem as Problem {
            print(problem.detail ?? problem.title)
        }
        await client.close()
    }
}
