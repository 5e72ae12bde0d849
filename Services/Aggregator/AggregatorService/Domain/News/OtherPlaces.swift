import Values

/// The codes of all countries by their folded names.
private enum KnownCountries {
    static let codes: [String: String] = {
        let letters = (65...90).map { Character(Unicode.Scalar($0)) }
        var codes: [String: String] = [:]
        for code in letters.flatMap({ first in letters.map { String([first, $0]) } }) {
            guard let name = CountryCode(code)?.name else { continue }
            for text in [name.english, name.russian, name.belarusian] { codes[Folding.fold(text)] = code }
        }
        return codes
    }()
}

/// Words and names that tell places of the same name apart.
private enum PlaceWords {
    static let adjectiveMarks = ["ски", "ска", "ске", "ску", "ском", "цки", "цка", "цком"]
    static let towns = ["город", "горад"]
    /// Words for regions, between a comma and a region's name.
    static let kinds: Set<String> = ["провинция", "правинцыя", "штат"]
    /// The beginnings of words that make a name that of a village.
    static let villages = [
        "деревн", "деревен", "вёск", "веск", "вёсц", "весц", "хутор", "хутар", "агрогород", "аграгарад",
    ]
    static let renewals: Set<String> = ["new", "новый", "новая", "новое", "нью", "новы"]
    /// Words between the parts of a town's name.
    static let particles: Set<String> = [
        "de", "del", "della", "dos", "sur", "upon", "де", "дэ", "дель", "дэль", "на", "сюр", "апон",
    ]
    /// Words before a name that is not that of a town.
    static let features: Set<String> = [
        "camp", "cape", "fort", "hagia", "lake", "little", "mount", "point", "port", "reina",
    ]
    /// Words after a name that is not that of a town.
    static let districts: Set<String> = [
        "avenue", "beach", "boulevard", "creek", "crescent", "drive", "falls", "fork", "guiana", "heights", "hill",
        "hills", "islands", "junction", "lane", "mills", "ocean", "polynesia", "quarter", "road", "samoa", "springs",
        "street", "terrace", "township", "wells", "woods",
    ]
    /// Words with a capital letter after the name of the town in which their thing is.
    static let landmarks: Set<String> = [
        "abbey", "academy", "arena", "ballet", "basilica", "biennale", "borough", "bridge", "canal", "carnival",
        "castle", "cathedral", "cemetery", "central", "channel", "circuit", "college", "cup", "declaration", "district",
        "exhibition", "eye", "fair", "fed", "fire", "fortress", "forum", "fringe", "gazette", "globe", "hall", "herald",
        "housing", "kremlin", "library", "mail", "market", "medical", "mosque", "observatory", "open", "orchestra",
        "palace", "park", "philharmonic", "port", "post", "pride", "prison", "region", "school", "spring", "square",
        "stadium", "state", "sun", "symphony", "synagogue", "theater", "theatre", "transport", "tribune", "triennale",
        "tube", "underground", "uprising", "wall", "week", "wildlife", "world", "zoo",
    ]
    static let settlements: Set<String> = [
        "borough", "capital", "city", "community", "hamlet", "port", "resort", "suburb", "town", "village", "городе",
        "город", "городок", "городке", "порт", "порту", "горад", "горадзе", "гарадок",
    ]
    static let postalCodes: Set<String> = [
        "al", "ak", "az", "ar", "ca", "co", "ct", "fl", "ga", "id", "il", "ia", "ks", "ky", "md", "mi", "mn", "ms",
        "mo", "mt", "ne", "nv", "nh", "nj", "nm", "ny", "nc", "nd", "oh", "ok", "ri", "sc", "sd", "tn", "tx", "ut",
        "vt", "va", "wa", "wv", "wi", "wy",
    ]

    /// Returns the code of the country to which an adjective belongs, in any case.
    static func country(ofAdjective word: String) -> String? {
        if let code = adjectives[word] { return code }
        for count in 1...3 where word.unicodeScalars.count > count + 3 {
            let stem = String(word.unicodeScalars.dropLast(count))
            if stem.hasSuffix("ск") || stem.hasSuffix("цк") { return adjectives[stem] }
        }
        return nil
    }

    /// Adjectives of countries and regions; Cyrillic ones without their endings.
    private static let adjectives: [String: String] = table([
        "US": "american,texan,californian,американск,амерыканск,техасск,тэхаск,калифорнийск,калифарнийск,флоридск",
        "CA": "canadian,канадск",
        "GB": "british,english,scottish,welsh,британск,брытанск,английск,шотландск,шатландск",
        "IE": "irish,ирландск", "FR": "french,breton,французск,бретонск,брэтонск",
        "DE": "german,bavarian,немецк,нямецк,германск,баварск", "IT": "italian,sicilian,итальянск",
        "ES": "spanish,catalan,испанск", "PT": "portuguese,португальск,партугальск", "PL": "polish,польск",
        "RU": "russian,siberian,российск,расийск,русск,руск", "UA": "ukrainian,украинск",
        "BY": "belarusian,белорусск,беларусск,беларуск", "LT": "lithuanian,литовск,литоуск",
        "LV": "latvian,латвийск,латышск", "EE": "estonian,эстонск", "AU": "australian,австралийск,аустралийск",
        "NZ": "новозеландск", "MX": "mexican,мексиканск", "BR": "brazilian,бразильск",
        "NL": "dutch,голландск,нидерландск", "BE": "belgian,бельгийск",
        "CH": "swiss,швейцарск,швэйцарск", "AT": "austrian,австрийск,аустрыйск",
        "CZ": "czech,чешск,чэшск", "SK": "slovak,словацк,славацк", "HU": "hungarian,венгерск,вугорск",
        "RO": "romanian,румынск", "BG": "bulgarian,болгарск,балгарск", "GR": "greek,греческ,грэчаск",
        "TR": "turkish,турецк,турэцк", "IN": "indian,индийск,индыйск", "CN": "chinese,китайск",
        "JP": "japanese,японск", "CU": "cuban,кубинск", "CL": "chilean,чилийск,чылийск", "EG": "egyptian,египетск",
        "SE": "swedish,шведск", "NO": "norwegian,норвежск,нарвежск", "DK": "danish,датск,дацк",
        "FI": "finnish,финск", "KZ": "казахстанск", "GE": "georgian,грузинск",
    ])

    /// The states, provinces and counties that tell towns apart, with the codes of their countries.
    static let regions: [String: String] = table([
        "US": """
        alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,florida,georgia,hawaii,idaho,illinois
        indiana,iowa,kansas,kentucky,louisiana,maine,maryland,massachusetts,michigan,minnesota,mississippi,missouri
        montana,nebraska,nevada,new hampshire,new jersey,new mexico,new york,north carolina,north dakota,ohio,oklahoma
        oregon,pennsylvania,rhode island,south carolina,south dakota,tennessee,texas,utah,vermont,virginia
        washington state,west virginia,wisconsin,wyoming,ala,ariz,ark,calif,colo,conn,fla,ill,ind,kan,ky,mass,mich,minn
        neb,nev,okla,ore,penn,tenn,tex,vt,wash,wis,wyo,флорида,фларыда,техас,тэхас,огайо,агая,джорджия,джорджыя
        калифорния,алабама,айдахо,кентукки,мичиган,мичыган,теннесси,тэнэси,пенсильвания
        массачусетс,масачусетс,вирджиния,виргиния,иллинойс,илинойс,оклахома,аклахома,аризона,арызона,коннектикут,мэн
        """,
        "CA": """
        alberta,british columbia,manitoba,new brunswick,newfoundland,nova scotia,ontario,ont,quebec,saskatchewan
        онтарио,антарыо,квебек,альберта
        """,
        "AU": "queensland,new south wales,tasmania,south australia,western australia,nsw,квинсленд,тасмания",
        "GB": """
        cornwall,cumbria,derbyshire,devon,dorset,essex,gloucestershire,hampshire,hertfordshire,kent,lancashire
        lincolnshire,norfolk,northumberland,nottinghamshire,oxfordshire,shropshire,somerset,suffolk,surrey,sussex
        warwickshire,wiltshire,yorkshire,tyne and wear,scotland,wales,northern ireland
        """,
        "ZA": "eastern cape,western cape", "FR": "brittany,normandy,provence,бретань,нормандия",
        "PT": "algarve,алгарви", "ES": "galicia,galician,catalonia,andalusia,галисия",
        "DE": "bavaria,saxony,brandenburg,бавария",
    ])

    private static func table(_ lists: [String: String]) -> [String: String] {
        lists.reduce(into: [:]) { table, country in
            for name in country.value.split(whereSeparator: { $0 == "," || $0.isNewline }) {
                table[String(name)] = country.key
            }
        }
    }
}

extension NameContext {
    /// Returns true if the name is the beginning or the end of a longer one: New London, Paris, Texas.
    ///
    /// - Parameter home: the country of the place, whose regions do not make it another one.
    func isOtherPlace(_ place: Range<Int>, home: Home?) -> Bool {
        if let before = word(at: place.lowerBound - 1), text[place.lowerBound].isJoined, !before.beginsSentence,
            before.isCapitalized, !isTitleCase, PlaceWords.renewals.contains(before.folded)
        {
            return true
        }
        if let before = word(at: place.lowerBound - 1), text[place.lowerBound].isJoined,
            PlaceWords.villages.contains(where: { before.folded.hasPrefix($0) })
                || before.folded == "of" && word(at: place.lowerBound - 2)?.folded == "village"
        {
            return true
        }
        return isPartOfLongerName(place, home: home) || isCompound(place, home: home) || isFeature(place, home: home)
            || isInOtherRegion(place, home: home) || isAttributedElsewhere(place, home: home)
    }

    /// Returns true if a name is that of a street, a mountain or a district: London Road, Mount Washington.
    private func isFeature(_ place: Range<Int>, home: Home?) -> Bool {
        let name = text[place.lowerBound]
        if let before = word(at: place.lowerBound - 1), name.isJoined, before.isCapitalized, !before.isPossessive,
            PlaceWords.features.contains(before.folded)
        {
            return true
        }
        guard let after = word(at: place.upperBound), after.isJoined, after.isCapitalized, !name.isPossessive,
            name.isCapitalized, !isTitleCase
        else { return false }
        if PlaceWords.districts.contains(after.folded) || isFirstName(place, before: after, home: home) { return true }
        // Ireland and Britain name counties after towns; elsewhere Washington County is far from Washington.
        return after.folded == "county" && home.map { !["GB", "IE"].contains($0.code) } ?? false
    }

    /// Returns true if a town's name begins a longer one: Cambridge Analytica, Memphis Depay.
    ///
    /// A plural is that of a club, which plays for its town.
    private func isFirstName(_ place: Range<Int>, before after: NewsWord, home: Home?) -> Bool {
        let isLatin = (text[place] + [after]).allSatisfy { $0.folded.unicodeScalars.allSatisfy(\.isASCII) }
        guard place.count == 1, isLatin, home?.isCountry != true, !isAfterPreposition(place), !after.isAllCapitals,
            !text[place.lowerBound].isAllCapitals
        else { return false }
        return !after.folded.hasSuffix("s") && !Self.isInstitution(after) && !Self.isPrecursor(after)
            && !PlaceWords.landmarks.contains(after.folded)
    }

    /// Returns true if a country's or a region's adjective tells which town it is: французский Брест, Ohio's Lima, the
    /// French port of Brest.
    private func isAttributedElsewhere(_ place: Range<Int>, home: Home?) -> Bool {
        guard let home, !home.isCountry, text[place.lowerBound].isCapitalized else { return false }
        var index = place.lowerBound - 1
        if let before = word(at: index), text[place.lowerBound].isJoined {
            if before.folded == "of", word(at: index - 1).map({ PlaceWords.settlements.contains($0.folded) }) == true {
                index -= 1
            }
            while let town = word(at: index), PlaceWords.settlements.contains(town.folded) { index -= 1 }
            if let owner = word(at: index), word(at: index + 1)?.isJoined == true,
                owner.isCapitalized || !owner.folded.unicodeScalars.allSatisfy(\.isASCII)
            {
                let isBeside = index == place.lowerBound - 1
                let code = PlaceWords.country(ofAdjective: owner.folded)
                if let code, code != home.code { return true }
                if !isBeside || owner.isPossessive, owner.folded != home.name,
                    let code = PlaceWords.regions[owner.folded], code != home.code
                {
                    return true
                }
            }
        }
        // “London in Ontario”.
        guard let within = word(at: place.upperBound), within.folded == "in", within.isJoined,
            let region = word(at: place.upperBound + 1), region.isCapitalized,
            region.folded != home.name
        else { return false }
        return PlaceWords.regions[region.folded].map { $0 != home.code } ?? false
    }

    /// Returns true if a region after a comma tells that a town is another one: Paris, Texas.
    private func isInOtherRegion(_ place: Range<Int>, home: Home?) -> Bool {
        var index = place.upperBound
        // Further words of the name: Panama City Beach, Florida.
        while let next = word(at: index), next.isJoined, next.isCapitalized, index < place.upperBound + 2 { index += 1 }
        guard let next = word(at: index), next.followsComma else { return false }
        if PlaceWords.kinds.contains(next.folded) { index += 1 }
        return [2, 1].contains { count in
            guard index + count <= text.count, text[index].isCapitalized else { return false }
            let name = text[index..<index + count].map(\.folded).joined(separator: " ")
            if name == home?.name { return false }
            if let code = PlaceWords.regions[name] { return code != home?.code }
            let isShort = count == 1 && text[index].isAllCapitals
            if isShort, PlaceWords.postalCodes.contains(name) { return home?.code != "US" }
            // “Georgia, Russia, Turkey” is a list, but “Lagos, Portugal, …” is a town.
            guard home?.isCountry != true, let code = KnownCountries.codes[name] else { return false }
            let end = word(at: index + count)
            return code != home?.code && end?.isJoined != true
        }
    }

    /// Returns true if a longer known name covers this one: Papua New Guinea, British Columbia.
    private func isPartOfLongerName(_ place: Range<Int>, home: Home?) -> Bool {
        for start in max(0, place.lowerBound - 2)...place.lowerBound {
            for end in place.upperBound...min(text.count, place.upperBound + 2) where end - start > place.count {
                guard end - start <= 3, text[start].isCapitalized, text[end - 1].isCapitalized else { continue }
                let name = text[start..<end].map(\.folded).joined(separator: " ")
                if let code = PlaceWords.regions[name] ?? KnownCountries.codes[name], code != home?.code { return true }
            }
        }
        return false
    }

    /// Returns true for the first part of a longer name: Минск-Мазовецкий, Китай-город, Santiago de Compostela.
    private func isCompound(_ place: Range<Int>, home: Home?) -> Bool {
        guard let after = word(at: place.upperBound) else { return false }
        // “Беларусь на Олимпиаде” is no town.
        let isSpaced = after.isJoined && after.folded.unicodeScalars.allSatisfy(\.isASCII)
        if PlaceWords.particles.contains(after.folded), after.followsHyphen || isSpaced,
            let end = word(at: place.upperBound + 1), end.isCapitalized
        {
            return end.folded != home?.name
        }
        guard after.followsHyphen else { return false }
        let isAdjective = after.isCapitalized && PlaceWords.adjectiveMarks.contains { after.folded.contains($0) }
        return isAdjective || PlaceWords.towns.contains { after.folded.hasPrefix($0) }
    }
}
