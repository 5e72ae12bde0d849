public import Contract
public import Values

extension Museums {
    /// A museum that an account has marked as a favourite, as visited, or as both.
    public struct Mark: Codable, Sendable, Equatable {
        /// The museum's id.
        public var id: MuseumID
        /// True for a favourite.
        public var isFavourite: Bool
        /// True for a museum that the person has visited.
        public var isVisited: Bool
        /// The time of the latest change; absent if the museum has no mark.
        public var changedAt: Instant?
        /// The museum; absent while the catalogue does not contain it.
        public var museum: Card?
    }

    /// Lists the caller's favourite and visited museums.
    ///
    /// Marks belong to the account, so that every device shows the same.
    public enum Marks: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The museums, the latest changed mark first.
            public var items: [Mark]
        }
        public static let declaration = MethodDeclaration(
            "museums.marks", service: .museums, access: .signedIn, http: .get("/v1/museums/marks"), cost: 2,
            idempotency: .idempotent)
    }

    /// Marks a museum as a favourite or as visited, or removes a mark.
    ///
    /// Repeating the call changes nothing. A museum that the catalogue no longer contains can lose its marks, but get
    /// none.
    public enum SetMark: Method {
        public struct Params: Codable, Sendable {
            /// The museum's id.
            public var id: MuseumID
            /// True to make the museum a favourite, false to end that; absent leaves it unchanged.
            public var isFavourite: Bool?
            /// True to mark the museum as visited, false to end that; absent leaves it unchanged.
            public var isVisited: Bool?
        }
        public typealias Result = Mark
        public static let declaration = MethodDeclaration(
            "museums.mark", service: .museums, access: .signedIn, http: .post("/v1/museums/{id}/mark"),
            idempotency: .idempotent, reasons: [unknownMuseum, tooManyMarks])
    }
}

extension Museums.Marks: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: [
                "items": [
                    [
                        "id": "by-mir-castle", "isFavourite": true, "isVisited": false,
                        "changedAt": "2026-11-23T09:00:00Z", "museum": MuseumsExample.card,
                    ]
                ]
            ])
    }
}

extension Museums.SetMark: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "by-mir-castle", "isFavourite": true, "isVisited": false],
            result: [
                "id": "by-mir-castle", "isFavourite": true, "isVisited": false, "changedAt": "2026-11-23T09:00:00Z",
                "museum": MuseumsExample.card,
            ])
    }
}
