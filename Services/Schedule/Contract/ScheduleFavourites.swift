public import Contract
public import Values

extension Schedule {
    /// A group or a lecturer that an account has marked.
    public struct Favourite: Codable, Sendable, Equatable {
        public var id: Identifier
        public var group: GroupNumber?
        public var lecturer: LecturerSlug?
        /// The part of the group whose lessons are wanted.
        public var subgroup: Subgroup?
        /// Whether it is the one to show first; at most one is.
        public var pinned: Bool
        /// The lecturer's name or the group's speciality, as far as it is known at present.
        public var name: String?
        public var addedAt: Instant
    }

    /// The caller's favourite groups and lecturers.
    ///
    /// The caller's favourites.
    public enum Favourites: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The pinned one first, then as they were added.
            public var items: [Favourite]
        }
        public static let declaration = MethodDeclaration(
            "schedule.favourites", service: .schedule, access: .signedIn, http: .get("/v1/schedule/favourites"),
            idempotency: .idempotent)
    }

    /// Adds a favourite group or lecturer.
    ///
    /// Adds a favourite, or changes the subgroup and the pin of one that is there.
    public enum AddFavourite: Method {
        public struct Params: Codable, Sendable {
            /// Either this or `lecturer`.
            public var group: GroupNumber?
            public var lecturer: LecturerSlug?
            /// The part of the group whose lessons are wanted; 0: of all; absent: as it is.
            public var subgroup: SubgroupChoice?
            /// Takes the pin from the one that has it; absent: as it is.
            public var pinned: Bool?
        }
        public typealias Result = Favourite
        public static let declaration = MethodDeclaration(
            "schedule.addFavourite", service: .schedule, access: .signedIn, http: .post("/v1/schedule/favourites"),
            idempotency: .idempotent,
            reasons: [
                ErrorReason(.notFound, "unknown-group", "The university has no group of that number"),
                ErrorReason(.notFound, "unknown-lecturer", "The university has no lecturer of that name"),
                ErrorReason(.conflict, "too-many-favourites", "The account has as many as it may have"),
            ])
    }

    /// Removes a favourite.
    ///
    /// It does not matter if it is gone already.
    public enum RemoveFavourite: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "schedule.removeFavourite", service: .schedule, access: .signedIn,
            http: .delete("/v1/schedule/favourites/{id}", .noContent),
            idempotency: .idempotent)
    }
}
