public import Contract
public import Values

extension Museums {
    /// Returns the museums of a city with everything that a screen shows, for use without a network.
    ///
    /// Without `since` the bundle is whole. With the `version` of an earlier bundle it holds the museums that were
    /// added, changed or restored since then, and the ids of those that are gone. A client reads all pages before it
    /// applies them and keeps the `version`. `status` and `days` of opening hours describe the moment of the answer.
    public enum Bundle: Method {
        public struct Params: Codable, Sendable {
            /// The city, in any language.
            public var city: CityName
            /// The city's country.
            public var countryCode: CountryCode
            /// The `version` of the bundle that the caller holds; must be the same on every page.
            public var since: BundleVersion?
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        /// A page of a bundle.
        public struct Result: Codable, Sendable, Equatable {
            /// The museums, those that changed last at the end.
            public var items: [Get.Result]
            /// The ids of museums that were removed, or are in another city now; empty if the bundle is whole.
            public var removed: [MuseumID]
            /// The state that the caller holds once it has read all pages.
            public var version: BundleVersion
            /// True if the bundle holds all museums of the city, so that the caller drops those it held before:
            /// `since` is absent, or this server does not know it.
            public var isWhole: Bool
            /// The start of the next page; absent on the last page.
            ///
            /// A page of long texts is shorter than `limit`.
            public var nextCursor: Cursor?
        }
        public static let declaration = MethodDeclaration(
            "museums.bundle", service: .museums, priority: .low, access: .openable, http: .get("/v1/museums/bundle"),
            cost: 5, idempotency: .idempotent)
    }
}

/// A state of the catalogue, as museums.bundle returns it.
///
/// Opaque to clients.
public struct BundleVersion: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 16
    public static let pattern: String? = "^[a-z0-9-]+$"
    public static let isOpaque = true
    public static let exampleText = "1795478400000"
    public static func fault(in text: String) -> ValueFault? { MuseumID.fault(in: text) }
}

extension Museums.Bundle: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["city": "Mir", "countryCode": "BY", "since": "1795392000000", "limit": 50],
            result: [
                "items": [Museums.Get.example.result],
                "removed": ["by-mir-old-mill"],
                "version": .string(BundleVersion.exampleText),
                "isWhole": false,
                "nextCursor": "A0p8Yx3kQm5zZwEyMDI2LTA3LTE4",
            ])
    }
}
