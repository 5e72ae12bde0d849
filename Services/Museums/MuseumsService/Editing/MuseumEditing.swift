import Contract
import MuseumsContract
import RPC
import ServiceRuntime
import Values

/// The use cases of editors that read, create, change, remove and restore museums.
struct MuseumEditing: Sendable {
    /// The popularity of a museum that an editor creates: above imported ones, below the best known.
    private static let newPopularity = 20

    let store: EditStore
    var now: @Sendable () -> Instant = SystemClock.now

    /// Implements `museums.record`.
    func record(_ params: Museums.ReadRecord.Params, _ context: CallContext) async throws -> Museums.Record {
        guard let museum = try await store.museum(params.id, deadline: context.deadline) else {
            throw RPCError(Museums.unknownMuseum)
        }
        return museum.view
    }

    /// Implements `museums.put`.
    func put(_ params: Museums.Put.Params, _ context: CallContext) async throws -> Museums.Record {
        try await change(params.id, context) { old in
            guard let version = params.version else {
                guard let old else {
                    let record = try params.record(popularity: Self.newPopularity, credit: nil)
                    return .create(record, try FactEditing.changes(params, of: nil, at: now()))
                }
                throw RPCError(old.isRemoved ? Museums.museumRemoved : Museums.museumExists)
            }
            let old = try Self.check(version, old)
            guard !old.isRemoved else { throw RPCError(Museums.museumRemoved) }
            // What is left of the source's texts still needs its credit.
            let record = try params.record(popularity: old.record.popularity, credit: old.record.credit)
            let facts = try FactEditing.changes(params, of: old.facts, at: now())
            return record == old.record && !facts.isEmpty ? .setFacts(facts) : .change(record, facts)
        }
    }

    /// Implements `museums.remove`; a removed museum stays as it is.
    func remove(_ params: Museums.Removal, _ context: CallContext) async throws -> Museums.Record {
        try await change(params.id, context) { old in
            try Self.check(params.version, old).isRemoved ? nil : .remove
        }
    }

    /// Implements `museums.restore`; a museum that is not removed stays as it is.
    func restore(_ params: Museums.Removal, _ context: CallContext) async throws -> Museums.Record {
        try await change(params.id, context) { old in
            try Self.check(params.version, old).isRemoved ? .restore : nil
        }
    }

    /// Implements `museums.revert`.
    func revert(_ params: Museums.Revert.Params, _ context: CallContext) async throws -> Museums.Record {
        let states = try await store.states(of: params.id, around: params.number.value, deadline: context.deadline)
        return try await change(params.id, context) { old in
            let old = try Self.check(params.version, old)
            guard !old.isRemoved else { throw RPCError(Museums.museumRemoved) }
            guard let states, let former = states.before else { throw RPCError(Museums.unknownEdit) }
            return .revert(former, old.changes(of: states.changedFacts, to: former.facts))
        }
    }

    static func check(_ version: MuseumVersion, _ old: EditableMuseum?) throws(RPCError) -> EditableMuseum {
        guard let old else { throw RPCError(Museums.unknownMuseum) }
        guard old.version == version else { throw RPCError(Museums.museumChanged) }
        return old
    }

    func change(
        _ id: MuseumID, _ context: CallContext,
        _ decide: @escaping @Sendable (EditableMuseum?) throws -> MuseumEdit?
    ) async throws -> Museums.Record {
        let author = EditStore.Author(account: try context.account(), traceID: context.trace.traceID)
        guard let museum = try await store.change(id, by: author, deadline: context.deadline, decide) else {
            throw RPCError(Museums.unknownMuseum)
        }
        return museum.view
    }
}

extension Museums.Put.Params {
    /// Returns the museum that the caller describes.
    fileprivate func record(popularity: Int, credit: SourceCredit?) throws(RPCError) -> MuseumRecord {
        let texts = translations
        guard texts.en != nil || texts.ru != nil || texts.be != nil else {
            throw RPCError(.required, at: "/translations")
        }
        let aliases = aliases ?? []
        guard aliases.count <= MuseumRecord.Limits.aliases else {
            throw RPCError(.tooMany(maximum: MuseumRecord.Limits.aliases), at: "/aliases")
        }
        func text(_ member: (Museums.Translation) -> String?) -> LocalizedText {
            LocalizedText(
                english: texts.en.flatMap(member), russian: texts.ru.flatMap(member),
                belarusian: texts.be.flatMap(member))
        }
        do throws(MuseumRecord.Fault) {
            return try MuseumRecord(
                id: id, category: category, country: countryCode, location: location, website: website?.text,
                founded: founded?.value, popularity: popularity, name: text { $0.name.text },
                aliases: aliases.map(\.text),
                city: text { $0.city.text }, address: text { $0.address?.text },
                description: text { $0.description?.text }, credit: credit)
        } catch {
            throw RPCError(.invalidParams, cause: error.description)
        }
    }
}

extension EditableMuseum {
    /// The museum as editors see it.
    var view: Museums.Record {
        func translation(_ language: Language) -> Museums.Translation? {
            guard let name = record.name[language] else { return nil }
            return Museums.Translation(
                name: MuseumName(unchecked: name), city: CityName(unchecked: record.city[language] ?? ""),
                address: record.address[language].map(StreetAddress.init(unchecked:)),
                description: record.description[language].map(MuseumDescription.init(unchecked:)))
        }
        return Museums.Record(
            id: record.id, version: version, isRemoved: isRemoved, source: source,
            category: record.category, countryCode: record.country, location: record.location,
            website: record.website.map(WebAddress.init(unchecked:)),
            founded: record.founded.map(FoundingYear.init(unchecked:)),
            translations: Museums.Translations(
                en: translation(.english), ru: translation(.russian), be: translation(.belarusian)),
            aliases: record.aliases.map(MuseumName.init(unchecked:)), picture: picture?.view,
            facts: facts.map(FactEditing.view))
    }
}
