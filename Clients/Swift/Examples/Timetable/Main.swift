import Contracts
import HTTP
import Values
import VokolClient
import VokolClientNIO

/// Shows the next lessons of a group: those that are stored, also without a network, and then the fresh ones.
@main
struct Timetable {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        guard words.count == 5, let port = Int(words[2]), let group = GroupNumber(words[4]) else {
            return print("timetable HOST PORT AUTHORITY.pem GROUP DIRECTORY")
        }
        let client = Client(
            try LineTransport(host: words[1], port: port, trust: .only(file: words[3])),
            offline: FileOfflineStore(directory: words[5]))
        do {
            for try await next in client.stored(Schedule.Next.self, .init(group: group)) {
                print(next.isStored ? "Stored at \(next.savedAt):" : "Fresh:")
                for lesson in next.value.lessons {
                    print(
                        "  \(lesson.startsAt?.description ?? "?") \(lesson.subject ?? "") \(lesson.rooms.joined(separator: ", "))"
                    )
                }
            }
        } catch let problem as Problem {
            print(problem.detail ?? problem.title)
        } catch let failure as TransportFailure {
            print("There is no network: \(failure)")
        }
        await client.close()
    }
}
