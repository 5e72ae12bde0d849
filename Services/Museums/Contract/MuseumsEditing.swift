public import Contract
public import Values

extension Museums {
    /// The texts of a museum in one language.
    public struct Translation: Codable, Sendable, Equatable {
        /// The museum's name.
        public var name: MuseumName
        /// The city's name.
        public var city: CityName
        /// The street and house number.
        public var address: StreetAddress?
        /// A short description.
        public var description: MuseumDescription?
    }

    /// The texts of a museum in the languages that it is described in, of which there is at least one.
    public struct Translations: Codable, Sendable, Equatable {
        /// The English texts.
        public var en: Translation?
        /// The Russian texts.
        public var ru: Translation?
        /// The Belarusian texts.
        public var be: Translation?
    }

    /// A museum with all its texts, as editors see and change it.
    public struct Record: Codable, Sendable, Equatable {
        /// The museum's id.
        public var id: MuseumID
        /// The version, for the next change.
        public var version: MuseumVersion
        /// True if an editor removed the museum; museums.restore brings it back.
        public var isRemoved: Bool
        /// The origin of the texts: `catalogue`, the format of an import, or `editors`.
        public var source: String
        /// The museum's subject.
        public var category: OpenEnum<MuseumCategory>
        /// The country.
        public var countryCode: CountryCode
        /// The museum's location.
        public var location: Location
        /// The address of the museum's website.
        public var website: WebAddress?
        /// The year of foundation.
        public var founded: FoundingYear?
        /// The texts by language.
        public var translations: Translations
        /// Other names by which the museum is found, as searches compare them.
        public var aliases: [MuseumName]
        /// The picture; absent in former states.
        public var picture: Picture?
        /// The facts; absent in states that were recorded without them.
        ///
        /// The `source` of a fact is a web address, a name, or `editors`.
        public var facts: StatedFacts?
    }

    /// Returns a museum with its texts in all languages, even if it was removed.
    ///
    /// A change must name the version.
    public enum ReadRecord: Method {
        public struct Params: Codable, Sendable {
            /// The museum's id.
            public var id: MuseumID
        }
        public typealias Result = Record
        public static let declaration = MethodDeclaration(
            "museums.record", service: .museums, access: .role(.museumsEditor), http: .get("/v1/museums/{id}/record"),
            idempotency: .idempotent, reasons: [unknownMuseum])
    }

    /// Creates or changes a museum.
    ///
    /// Searches find the change at once. Loads of the catalogue and imports leave the museum's texts alone from then
    /// on, unless the change was one of facts only. Files of facts leave alone the facts that an editor set or removed.
    public enum Put: Method {
        public struct Params: Codable, Sendable {
            /// The museum's id; stays the same.
            public var id: MuseumID
            /// The version that the change is based on; absent for a new museum.
            public var version: MuseumVersion?
            /// The museum's subject.
            public var category: MuseumCategory
            /// The country.
            public var countryCode: CountryCode
            /// The museum's location.
            public var location: Location
            /// The address of the museum's website.
            public var website: WebAddress?
            /// The year of foundation.
            public var founded: FoundingYear?
            /// The texts by language; at least one language is required.
            public var translations: Translations
            /// Other names by which the museum is found, at most 24.
            public var aliases: [MuseumName]?
            /// The facts to change; absent to change none.
            public var facts: FactValues?
        }
        public typealias Result = Record
        public static let declaration = MethodDeclaration(
            "museums.put", service: .museums, access: .role(.museumsEditor), http: .post("/v1/museums/{id}/record"),
            cost: 5, idempotency: .none, reasons: [unknownMuseum, museumChanged, museumExists, museumRemoved])
    }

    /// The museum that an editor removes or restores.
    public struct Removal: Codable, Sendable {
        /// The museum's id.
        public var id: MuseumID
        /// The version that the change is based on.
        public var version: MuseumVersion
    }

    /// Removes a museum from the catalogue.
    ///
    /// Loads of the catalogue and imports do not bring it back; museums.restore does, with its facts and pictures.
    public enum Remove: Method {
        public typealias Params = Removal
        public typealias Result = Record
        public static let declaration = MethodDeclaration(
            "museums.remove", service: .museums, access: .role(.museumsEditor), http: .post("/v1/museums/{id}/removal"),
            cost: 5, idempotency: .none, reasons: [unknownMuseum, museumChanged])
    }

    /// Restores a museum that an editor removed.
    ///
    /// It has its texts, facts and picture again, and the source that it had before.
    public enum Restore: Method {
        public typealias Params = Removal
        public typealias Result = Record
        public static let declaration = MethodDeclaration(
            "museums.restore", service: .museums, access: .role(.museumsEditor),
            http: .post("/v1/museums/{id}/restoration"), cost: 5, idempotency: .none,
            reasons: [unknownMuseum, museumChanged])
    }

    /// An editor, as editors see each other.
    public struct Editor: Codable, Sendable, Equatable {
        /// The id of the account.
        public var id: Identifier
        /// The name; absent if the account is deleted, or accounts cannot be read at the moment.
        public var name: String?
    }

    /// A change that an editor made.
    public struct Edit: Codable, Sendable, Equatable {
        /// The museum's id.
        public var id: MuseumID
        /// The number among the changes of the museum; the first one has 1.
        public var number: Int
        /// The museum's name after the change, in the caller's language if available.
        public var name: String
        /// The kind of change.
        public var kind: OpenEnum<MuseumEditKind>
        /// The time of the change.
        public var at: Instant
        /// The editor.
        public var editor: Editor
    }

    /// Lists the changes of editors, the latest first.
    ///
    /// The list is complete: changes are never deleted.
    public enum Edits: Method {
        public struct Params: Codable, Sendable {
            /// Restricts the list to a museum.
            public var id: MuseumID?
            /// The start of the page: `nextCursor` of the previous page.
            public var cursor: Cursor?
            /// The maximum number of changes on the page.
            public var limit: PageLimit?
        }
        public typealias Result = Page<Edit>
        public static let declaration = MethodDeclaration(
            "museums.edits", service: .museums, access: .role(.museumsEditor), http: .get("/v1/museums/edits"), cost: 2,
            idempotency: .idempotent)
    }

    /// Returns a change with the museum before and after it.
    ///
    /// Pictures are not part of former states. Facts are, except in states of older programs.
    public enum ReadEdit: Method {
        public struct Params: Codable, Sendable {
            /// The museum's id.
            public var id: MuseumID
            /// The number of the change.
            public var number: EditNumber
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The change.
            public var edit: Edit
            /// The museum before the change; absent unless the change was one of its texts.
            public var before: Record?
            /// The museum after the change.
            public var after: Record
        }
        public static let declaration = MethodDeclaration(
            "museums.edit", service: .museums, access: .role(.museumsEditor), http: .get("/v1/museums/{id}/edit"),
            idempotency: .idempotent, reasons: [unknownEdit])
    }

    /// Undoes a change and all later ones: the museum becomes what it was before the change.
    ///
    /// Reverting is a change, too, and can be undone. Facts that no editor changed since then stay. A museum whose
    /// former texts are those of the catalogue or of an import follows that source again.
    public enum Revert: Method {
        public struct Params: Codable, Sendable {
            /// The museum's id.
            public var id: MuseumID
            /// The version that the change is based on.
            public var version: MuseumVersion
            /// The number of the change to undo.
            public var number: EditNumber
        }
        public typealias Result = Record
        public static let declaration = MethodDeclaration(
            "museums.revert", service: .museums, access: .role(.museumsEditor),
            http: .post("/v1/museums/{id}/reversion"), cost: 5, idempotency: .none,
            reasons: [unknownMuseum, museumChanged, museumRemoved, unknownEdit])
    }
}
