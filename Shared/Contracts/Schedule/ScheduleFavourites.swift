extension Schedule {
    /// A group or a lecturer that an account has marked.
    public struct Favourite: Codable, Sendable, Equatable, DocumentedMembers {
        public var id: Identifier
        public var group: GroupNumber?
        public var lecturer: LecturerSlug?
        public var subgroup: Subgroup?
        public var pinned: Bool
        public var name: String?
        public var addedAt: Instant

        public init(
            id: Identifier, group: GroupNumber?, lecturer: LecturerSlug?, subgroup: Subgroup?, pinned: Bool,
            name: String?, addedAt: Instant
        ) {
            self.id = id
            self.group = group
            self.lecturer = lecturer
            self.subgroup = subgroup
            self.pinned = pinned
            self.name = name
            self.addedAt = addedAt
        }

        public static let memberSummaries = [
            "subgroup": "The part of the group whose lessons are wanted",
            "pinned": "Whether it is the one to show first; at most one is",
            "name": "The lecturer's name or the group's speciality, as far as it is known at present",
        ]
    }

    /// The caller's favourites.
    public enum Favourites: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable, DocumentedMembers {
            public var items: [Favourite]

            public init(items: [Favourite]) { self.items = items }

            public static let memberSummaries = ["items": "The pinned one first, then as they were added"]
        }
        public static let declaration = MethodDeclaration(
            "schedule.favourites", service: .schedule, summary: "The caller's favourite groups and lecturers",
            access: .signedIn, http: .get("/v1/schedule/favourites"), idempotency: .idempotent)
    }

    /// Adds a favourite, or changes the subgroup and the pin of one that is there.
    public enum AddFavourite: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var group: GroupNumber?
            public var lecturer: LecturerSlug?
            public var subgroup: SubgroupChoice?
            public var pinned: Bool?

            public init(
                group: GroupNumber? = nil, lecturer: LecturerSlug? = nil, subgroup: SubgroupChoice? = nil,
                pinned: Bool? = nil
            ) {
                self.group = group
                self.lecturer = lecturer
                self.subgroup = subgroup
                self.pinned = pinned
            }

            public static let memberSummaries = [
                "group": "Either this or `lecturer`",
                "subgroup": "The part of the group whose lessons are wanted; 0: of all; absent: as it is",
                "pinned": "Takes the pin from the one that has it; absent: as it is",
            ]
        }
        public typealias Result = Favourite
        public static let declaration = MethodDeclaration(
            "schedule.addFavourite", service: .schedule, summary: "Adds a favourite group or lecturer",
            access: .signedIn, http: .post("/v1/schedule/favourites"), idempotency: .idempotent,
            reasons: [
                ErrorReason(.notFound, "unknown-group", "The university has no group of that number"),
                ErrorReason(.notFound, "unknown-lecturer", "The university has no lecturer of that name"),
                ErrorReason(.conflict, "too-many-favourites", "The account has as many as it may have"),
            ])
    }

    /// Removes a favourite; it does not matter if it is gone already.
    public enum RemoveFavourite: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier

            public init(id: Identifier) { self.id = id }
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "schedule.removeFavourite", service: .schedule, summary: "Removes a favourite", access: .signedIn,
            http: HTTPBinding(verb: .delete, path: "/v1/schedule/favourites/{id}", form: .noContent, body: .json),
            idempotency: .idempotent)
    }
}
