import Foundation
import Testing

@testable import contract_generator

@Suite struct GeneratedSourceTests {
    private func generate(_ source: String) -> String {
        var outline = SourceOutline()
        outline.read(source)
        return GeneratedSource(outline: outline, importable: ["Contract": ["DocumentedType", "Page"]]).text
    }

    @Test func `A Codable struct without an initializer gets a memberwise one, optionals with a default`() {
        let text = generate(
            """
            public enum Parks {
                public struct Item: Codable, Sendable {
                    public var id: Int
                }
                public struct Result: Codable, Sendable {
                    public var items: [Item]
                    public var next: Item?
                    public var count: Int { items.count }
                    public static let limit = 3
                }
            }
            """)
        #expect(text.contains("items: sending [Parks.Item],\n        next: sending Parks.Item? = nil\n"))
        #expect(text.contains("        self.items = items\n        self.next = next\n    }"))
        #expect(!text.contains("count") && !text.contains("limit"))
    }

    @Test func `The initializer of a struct takes the cases of its open enums`() {
        let text = generate(
            """
            public struct Slot: Codable, Sendable {
                public var state: OpenEnum<SlotState>
                public var payWith: OpenEnum<PaymentWay>?
                public var roles: [OpenEnum<Role>]
            }
            """)
        #expect(text.contains("state: sending SlotState,\n        payWith: sending PaymentWay? = nil,\n"))
        #expect(text.contains("roles: sending [Role]\n"))
        #expect(text.contains("self.state = OpenEnum(state)\n"))
        #expect(text.contains("self.payWith = payWith.map { OpenEnum($0) }\n"))
        #expect(text.contains("self.roles = roles.map { OpenEnum($0) }\n"))
    }

    @Test func `A struct with its own initializer keeps it, but init(from:) does not count`() {
        let own = generate(
            "public struct A: Codable {\n    public var a: Int\n    public init(b: Int) {\n        a = b\n    }\n}")
        #expect(!own.contains("init"))
        let decoded = generate(
            "public struct A: Codable {\n    public var a: Int\n    public init(from decoder: any Decoder) throws {\n    }\n}"
        )
        #expect(decoded.contains("a: sending Int"))
    }

    @Test func `The doc comment of a method becomes its summary and discussion`() {
        let text = generate(
            """
            /// Finds parks.
            ///
            /// Nearest first, "then" by
            /// name.
            public enum Find: Method {
                public struct Params: Codable {
                    /// The place. Any place.
                    public var near: Int
                }
            }
            """)
        #expect(text.contains(#"summary: "Finds parks","#))
        #expect(text.contains(#"discussion: "Nearest first, \"then\" by name.")"#))
        #expect(text.contains(#""near": "The place. Any place.","#))
        #expect(text.contains("extension Find.Params: DocumentedType {"))
        #expect(text.contains("public import Contract"))
    }

    @Test func `The doc comments of structs, enums and cases become descriptions`() {
        let text = generate(
            """
            /// A park.
            public struct Park: Codable, Sendable {
                public var id: Int
            }
            /// The state of a park.
            public enum ParkState: String, CaseIterable, Codable, Sendable {
                case open
                /// Closed for the season. Come back in May.
                case wintering = "in-winter"
            }
            """)
        #expect(text.contains(#"summary: "A park")"#))
        #expect(text.contains(#"summary: "The state of a park","#))
        #expect(text.contains(#""in-winter": "Closed for the season. Come back in May.","#))
        #expect(!text.contains(#""open""#))
    }

    @Test func `Members of extensions and of multi-line declarations are found`() {
        let text = generate(
            """
            extension Parks {
                public struct Long: Codable, Sendable,
                    Equatable
                {
                    public var page: Page<Int>
                }
            }
            """)
        #expect(text.contains("extension Parks.Long {"))
        #expect(text.contains("page: sending Page<Int>"))
    }

    @Test func `The generated files are up to date with the sources`() throws {
        let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        for module in ContractModule.all {
            let kept = try String(contentsOf: module.file(in: top), encoding: .utf8)
            #expect(try module.generate(in: top) == kept, "\(module.path): run make contracts")
        }
    }
}
