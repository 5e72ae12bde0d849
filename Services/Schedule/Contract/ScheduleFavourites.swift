public import Contract
public import Values

extension Schedule {
    /// A group or a lecturer in an account's favourites.
    public struct Favourite: Codable, Sendable, Equatable {
        /// The id of the favourite.
        public var id: Identifier
        /// The group; absent for a lecturer.
        public var group: GroupNumber?
        /// The lecturer; absent for a group.
        public var lecturer: LecturerSlug?
        /// The subgroup whose lessons are shown.
        public var subgroup: Subgroup?
        /// True for the favourite to show first; at most one is pinned.
        public var isPinned: Bool
        /// The lecturer's name or the group's speciality, if currently known.
        public var name: String?
        /// The time at which the favourite was added.
        public var addedAt: Instant
    }

    /// Lists the caller's favourite groups and lecturers.
    ///
    /// Favourites belong to the account, so that every device shows the same.
    public enum Favourites: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The pinned one first, the others in the order in which they were added.
            public var items: [Favourite]
        }
        public static let declaration = MethodDeclaration(
            "schedule.favourites", service: .schedule, access: .signedIn, http: .get("/v1/schedule/favourites"),
            idempotency: .idempotent)
    }

    /// Adds a favourite group or lecturer, or changes the subgroup and pin of an existing one.
    ///
    /// Repeating the call changes nothing.
    public enum AddFavourite: Method {
        public struct Params: Codable, Sendable {
            /// The group's number; an alternative to `lecturer`, one of which is required.
            public var group: GroupNumber?
            /// The lecturer's slug; an alternative to `group`.
            public var lecturer: LecturerSlug?
            /// The subgroup whose lessons are shown; 0 shows all, absent leaves it unchanged.
            public var subgroup: SubgroupChoice?
            /// Pins the favourite in place of the pinned one; absent leaves the pin unchanged.
            public var isPinned: Bool?
        }
        public typealias Result = Favourite
        public static let declaration = MethodDeclaration(
            "schedule.addFavourite", service: .schedule, access: .signedIn, http: .post("/v1/schedule/favourites"),
            idempotency: .idempotent,
            reasons: [unknownGroup, unknownLecturer, tooManyFavourites])
    }

    /// Removes a favourite.
    ///
    /// Succeeds even if it no longer exists.
    public enum RemoveFavourite: Method {
        public struct Params: Codable, Sendable {
            /// The id of the favourite.
            public var id: Identifier
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "schedule.removeFavourite", service: .schedule, access: .signedIn,
            http: .delete("/v1/schedule/favourites/{id}", .noContent),
            idempotency: .idempotent)
    }
}
