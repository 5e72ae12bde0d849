import Contract
import Contracts
import Foundation
import HTTP
import TestSupport
import Testing
import Values
import VokolClient
import VokolClientNIO

extension EndToEnd {
    /// The tutorial of the Swift client, whose listings are the sources of the program `first-booking`.
    @Suite(.timeLimit(.minutes(5))) struct Tutorial {
        private static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        private static let catalogue = top.appending(path: "Clients/Swift/Documentation.docc")

        /// The listings that are not compiled here: manifests, and the client of an app.
        private static let others: Set = ["Manifest.swift", "AppManifest.swift", "AppConnection.swift"]

        @Test func `The tutorial shows its manifests and each source of its program`() throws {
            let text = try String(contentsOf: Self.catalogue.appending(path: "FirstBooking.tutorial"), encoding: .utf8)
            let shown = text.matches(of: /@Code\(name: "([\w.]+)", file: ([\w.]+)\)/)
            let program = Self.catalogue.appending(path: "FirstBooking").path
            let sources = try FileManager.default.contentsOfDirectory(atPath: program)
            #expect(Set(shown.map { String($0.2) }) == Set(sources).union(Self.others))
            for step in shown { #expect(step.1 == step.2 || step.1 == "Package.swift", "\(step.0)") }
        }

        @Test func `The listings for apps use the Apple half of the client, and keep the other steps`() throws {
            func source(_ path: String) throws -> String {
                try String(contentsOf: Self.top.appending(path: path), encoding: .utf8)
            }
            let connection = try source("Clients/Swift/Documentation.docc/AppConnection.swift")
            for (type, start) in [("URLSessionTransport", "(server: "), ("KeychainTokenStore", "(service: ")] {
                #expect(connection.contains(type + start))
                let file = try source("Clients/Swift/VokolClient/Apple/\(type).swift")
                #expect(file.contains("public init" + start), "\(type)")
            }
            for step in ["SignIn", "FreeSlot", "Book"] {
                let file = try source("Clients/Swift/Documentation.docc/FirstBooking/\(step).swift")
                #expect(!file.contains("VokolClientNIO") && !file.contains("import HTTP"), "\(step)")
            }
        }

        @Test func `The documentation has no faults`() async throws {
            let output = FileManager.default.temporaryDirectory.appending(path: "documentation-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: output) }
            let built = try await Processes.run(
                Self.top.appending(path: "Clients/Swift/document").path,
                [output.path, "\(Processes.directory)/Modules"])
            #expect(built.code == 0, "\(built)")
            let page = output.appending(path: "data/tutorials/vokolclient/firstbooking.json")
            #expect(try String(contentsOf: page, encoding: .utf8).contains("Book a set"))
            for type in ["vokolclient/client", "vokolclientnio/linetransport", "bookingcontract/booking/book"] {
                let page = output.appending(path: "data/documentation/\(type).json").path
                #expect(FileManager.default.fileExists(atPath: page), "\(type)")
            }
        }

        @Test func `The program of the tutorial signs in, books a set and keeps the session`() async throws {
            let instance = try await Instances.plain.value
            let account = try instance.demonstrationAccount()
            let session = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: session) }
            let words = ["localhost", "\(instance.port)", instance.authorityFile, session, account.email]
            let first = try await Processes.run("first-booking", words, input: "\(account.password)\n")
            #expect(first.output.contains("Welcome, ") && first.output.contains("\nBooked: reverse "), "\(first)")
            let second = try await Processes.run("first-booking", words)
            #expect(second.output.hasPrefix("Welcome back, "), "\(second)")

            let client = Client(
                try HTTPTransport(host: "localhost", port: instance.port, trust: .only(file: instance.authorityFile)),
                session: FileTokenStore(path: session))
            let bookings = try await client.call(Booking.History.self, .init(state: .upcoming)).items
            #expect(bookings.contains { first.output.contains("\($0.startsAt) to \($0.endsAt)") }, "\(bookings)")
            for booking in bookings { _ = try await client.call(Booking.Cancel.self, .init(id: booking.id)) }
            try await client.signOut()
            #expect(!FileManager.default.fileExists(atPath: session))
            await client.close()
        }
    }
}
