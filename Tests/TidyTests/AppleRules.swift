import Testing

/// The Swift client runs on iOS 16 and macOS 13, and little of it cannot be compiled on Linux.
@Suite struct AppleRules {
    /// The modules that an app links.
    private static let modules: Set<String> = [
        "Platform", "Values", "Wire", "Resilience", "Contract", "Contracts", "AggregatorContract", "AuthContract",
        "BookingContract", "MuseumsContract", "ScheduleContract", "VokolClient",
    ]

    @Test func `Code that only Apple's systems compile is marked, and has fewer than 300 lines`() throws {
        var count = 0
        for file in SourceTree.files where !file.isTest && Self.modules.contains(file.module) {
            let lines = Self.linesForApple(file.lines)
            count += lines
            guard lines > 25 else { continue }
            #expect(file.path.hasPrefix("Clients/Swift/VokolClient/Apple/"), "\(file.path)")
            #expect(file.text.hasPrefix("// Not compiled on Linux: `.ci/apple` "), "\(file.path)")
        }
        #expect(count > 150 && count < 300, "\(count) lines")
    }

    /// Returns the number of lines inside conditions that hold on Apple's systems alone.
    private static func linesForApple(_ lines: [Substring]) -> Int {
        var (count, isInside) = (0, false)
        for line in lines.map({ $0.drop { $0 == " " } }) {
            if line.hasPrefix("#") {
                isInside = line.contains(/^#(?:else)?if canImport\((?:os|Darwin|Security|Network)\)/)
            } else if isInside {
                count += 1
            }
        }
        return count
    }

    @Test func `An app uses nothing that is newer than iOS 16 and macOS 13`() throws {
        #expect(try SourceTree.read("Package.swift").contains("platforms: [.macOS(.v13), .iOS(.v16)]"))
        // Each of these came with macOS 14 or 15.
        let newer = [
            "Mutex", "Atomic<", "DiscardingTaskGroup", "Int128", "validating:", "makeStream(", "#isolation",
            "Observable", "some AsyncSequence<", "any AsyncSequence<",
        ]
        for file in SourceTree.files where !file.isTest && Self.modules.contains(file.module) {
            guard file.path != "Shared/Platform/Lock.swift" else { continue }
            var isMarked = false
            for (number, line) in file.lines.enumerated() {
                let code = StyleRules.code(of: line)
                defer {
                    isMarked = code.contains("@available(macOS 15, iOS 18, *)") || (isMarked && !code.hasPrefix("}"))
                }
                if isMarked { continue }
                for word in newer { #expect(!code.contains(word), "\(file.path):\(number + 1) uses \(word)") }
            }
        }
    }
}
