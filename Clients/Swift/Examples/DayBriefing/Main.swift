import Contracts
import HTTP
import Values
import VokolClient
import VokolClientNIO

/// Shows the weather and the news of a place; a part that is missing does not affect the others.
@main
struct DayBriefing {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        guard words.count == 5, let port = Int(words[2]), let north = Double(words[4]), let east = Double(words[5]),
            let latitude = Latitude(north), let longitude = Longitude(east)
        else {
            return print("day-briefing HOST PORT AUTHORITY.pem LATITUDE LONGITUDE")
        }
        let client = Client(try HTTPTransport(host: words[1], port: port, trust: .only(file: words[3])))
        do {
            let day = try await client.call(Briefing.Get.self, .init(latitude: latitude, longitude: longitude))
            if let weather = day.weather.value {
                print("\(weather.text), \(weather.temperature) °C")
            } else {
                print("No weather: \(day.weather.status.rawValue)")
            }
            for article in day.news.value?.items.prefix(5) ?? [] { print("\(article.publisher): \(article.title)") }
        } catch let problem as Problem {
            print(problem.detail ?? problem.title)
        } catch let failure as TransportFailure {
            print("There is no network: \(failure)")
        }
        await client.close()
    }
}
