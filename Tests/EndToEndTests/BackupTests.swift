import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct Backup {
        @Test
        func
            `A backup of a running instance restores elsewhere with its passwords, tokens and sessions`()
            async throws
        {
            let old = try await Instances.plain.value
            let account = try old.demonstrationAccount()
            let client = try await LineClient(old)
            let session = try await client.call(
                "auth.login", #"{"email":\#(quoted(account.email)),"password":\#(quoted(account.password))}"#)
            let token = try #require(session["result"]["accessToken"].text)
            let refresh = try #require(session["result"]["refreshToken"].text)

            let directory = try RunningInstance.makeDirectory()
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let made = try await old.vokol("backup", ["\(directory)/archive"])
            #expect(made.code == 0, "\(made)")
            let running = try await old.vokol("restore", ["\(directory)/archive", "--replace"])
            #expect(running.code == 1 && running.errors.contains("is in use"), "\(running)")
            let restored = try await Processes.run(
                "vokol", ["restore", "\(directory)/archive", "--directory", "\(directory)/new"])
            #expect(restored.code == 0, "\(restored)")

            let new = try await RunningInstance(directory: "\(directory)/new")
            #expect(try new.demonstrationAccount().password == account.password)
            let lines = try await LineClient(new)
            _ = try await lines.signIn(account)
            #expect(try await lines.call("auth.me", token: token)["result"]["email"] == .string(account.email))
            let refreshed = try await lines.call("auth.refresh", #"{"refreshToken":\#(quoted(refresh))}"#)
            #expect(refreshed["result"]["accessToken"].text != nil, "\(refreshed)")
            // The gateway may not be connected to museums yet.
            try await Processes.wait("a museum") {
                try await lines.call("museums.get", #"{"id":"by-mir-castle"}"#, token: token)["result"] != .null
            }
            try await new.stop()
        }
    }
}
