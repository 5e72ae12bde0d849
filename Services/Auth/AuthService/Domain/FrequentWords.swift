/// Words that people choose for passwords again and again, in the languages of Vokol's users.
///
/// Cyrillic words count in Latin letters, too (`лето`, `leto`).
enum FrequentWords {
    /// The decimal logarithm of the guesses that find one of the words.
    static let guesses = 2.3
    /// The decimal logarithm of the guesses that find a word about Vokol and its city.
    static let placeGuesses = 1.0

    /// Words about Vokol and the places of its users.
    static let places = Self.all(
        """
        vokol вокол вокал belarus беларусь беларусі belarussia bialorus belarusian минск мінск minsk mensk minskby \
        брест брэст гродно гродна гомель витебск віцебск могилев могилёв магілёў барановичи бобруйск борисов пинск \
        полоцк солигорск лида мозырь жодино несвиж нясвіж немига няміга уручье шабаны чижовка каменка серебрянка \
        малиновка лошица ждановичи раубичи силичи браслав нарочь свислочь свіслач неман нёман припять bsuir бгуир \
        бнту bntu бгу bdu мрк wakepark вейкпарк вейк wakeboard wake park museum музей музеум city
        """)

    /// All other common words.
    static let all = Self.all(
        """
        лето летом зима зимой весна осень лета зіма вясна восень summer winter spring autumn season
        январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь студзень люты сакавік красавік \
        травень чэрвень ліпень жнівень верасень кастрычнік лістапад снежань january february march april june july \
        august september october november december
        понедельник вторник среда четверг пятница суббота воскресенье monday tuesday wednesday thursday friday \
        saturday sunday weekend
        пароль паролі парол password passwort passw0rd passwd passcode pass secret секрет сакрэт login логин admin \
        админ administrator root user юзер guest гость test тест testing default changeme letmein welcome master \
        qwerty qwertz qwert qwer asdf asdfgh zxcv zxcvbn qazwsx wsxedc йцукен йцук фыва ячсмить ячсм
        привет прывітанне hello hallo privet пока здравствуй добро дзякуй спасибо любовь люблю каханне кахаю люблютебя \
        ялюблю тебя love lover iloveyou loveyou ilove you мама папа мамочка матуля тата мамапапа mother father сын \
        дочка брат сестра сястра бабушка дедушка семья сямья family солнце солнышко сонца сонейка котик котёнок кошка \
        коцік кот собака пёс сабака зайка зайчик зайчык рыбка мышка медведь мядзведзь волк воўк тигр лев lion tiger \
        dragon дракон monkey shadow angel ангел анёл demon демон дьявол devil бог god jesus ісус иисус \
        звезда зорка star море мора небо неба река рака луна месяц огонь агонь лес дом дома home house домой дача \
        красота жизнь жыццё life счастье шчасце удача happy lucky мечта мара dream magic magick свобода воля freedom \
        россия расія russia russian москва moscow moskva питер ленинград украина ukraine киев kiev kyiv польша polska \
        warszawa варшава литва lietuva вильнюс вільня vilnius европа europe америка america london paris berlin
        футбол football хоккей хакей hockey зенит zenit спартак spartak динамо дынама dinamo dynamo цска cska локомотив \
        бате bate шахтер шахтёр barcelona барселона реал real madrid мадрид liverpool chelsea челси arsenal арсенал \
        manchester juventus ювентус ronaldo роналду messi месси champion чемпион чэмпіён
        саша маша даша паша миша гриша коля оля юля толя поля ваня таня аня катя настя вася петя витя митя дима лена \
        ира света вера надя люба люда зина нина галя валя жанна инна алла рита кристина алина арина карина марина \
        ирина екатерина кацярына светлана святлана наташа наталья наталля татьяна таццяна анна ганна мария марыя анастасия настасся ольга вольга \
        елена алена алёна юлия дарья ксения полина софия виктория вероника александр аляксандр алексей аляксей андрей \
        андрэй сергей сяргей дмитрий дзмітрый николай мікалай владимир уладзімір иван іван михаил міхаіл павел \
        максим максім антон артем артём денис дзяніс евгений яўген игорь ігар олег алег роман руслан виталий \
        виктор юрий юры василий петр пётр илья кирилл глеб егор никита матвей тимофей владислав уладзіслаў \
        станислав вячеслав ярослав богдан ruslan alexander alexandr aleksandr alexey aleksey sergei sergey andrei \
        andrey dmitry dmitri dmitriy nikolay vladimir mikhail mihail maxim maksim artem denis evgeny evgeniy yevgeny \
        igor oleg roman victor viktor yuri yuriy vasily ivan kirill egor nikita anton pavel natasha natalia nastya \
        katya tanya olga elena alena julia yulia daria dasha masha sasha misha dima vanya anya maria maryia marina \
        irina ekaterina katerina svetlana tatiana tatyana anastasia kseniya ksenia polina sofia victoria viktoria \
        michael jordan daniel thomas robert charlie jessica jennifer ashley nicole andrew matthew
        иванов іваноў петров сидоров смирнов кузнецов попов васильев новиков козлов козел казёл ковалев кавалёў \
        янкоўскі лукашенко путин putin сталин stalin ленин lenin гагарин pushkin пушкин колас купала скорина скарына
        компьютер камп'ютар computer ноутбук internet интернет google гугл yandex яндекс facebook instagram \
        telegram vkontakte вконтакте контакт mail почта пошта iphone samsung xiaomi android windows linux microsoft \
        apple server сервер система system network сеть access доступ account аккаунт профиль phone телефон тэлефон \
        minecraft майнкрафт fortnite roblox counter strike warcraft starcraft dota dota2 stalker сталкер \
        танки tanks worldoftanks wot игра game gamer геймер player играть pokemon naruto наруто batman бэтмен \
        superman spiderman starwars star wars pikachu anime аниме metallica nirvana rammstein linkin rock рок music \
        музыка guitar гитара
        красный чёрный черный белый синий зелёный зеленый жёлтый желтый розовый чырвоны чорны белы зялёны жоўты red \
        black white blue green yellow orange purple pink golden silver серебро золото золата diamond алмаз
        бутылка водка пиво піва beer vodka кофе кава coffee чай гарбата картошка бульба bulba драники дранікі сыр хлеб \
        молоко малако сало шоколад chocolate cookie banana банан яблоко яблык apple cherry вишня малина клубника peach \
        абрикос арбуз вишенка pepper sugar сахар
        авто машина машына car bmw mercedes мерседес audi ауди toyota honda mazda nissan ferrari porsche lada лада \
        жигули volkswagen opel renault
        работа праца work офис office школа school студент student институт университет учитель начальник \
        boss босс директор компания company деньги грошы money доллар dollar рубль rubel bitcoin биткоин \
        победа перамога victory мир мір мирмир world peace war война вайна армия army солдат soldier сила strong power \
        super супер mega мега крутой крутая klass класс best лучший лучшая самый prince princess принц принцесса king \
        queen король королева baby бэби беби малыш girl boy пацан девочка дзяўчына хлопец man woman people ninja ниндзя \
        killer киллер hacker хакер ghost призрак phantom hunter охотник
        один два три четыре пять адзін тры чатыры пяць one two three four five раздватри
        abc abcd абв абвг aaa xxx zzz the and for not new old now yes нет так мой мая моя моё my your наш наша
        """)

    /// Returns the hashes of the words of a text, and of their transliterations.
    private static func all(_ text: String) -> Set<UInt64> {
        var hashes: Set<UInt64> = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            for form in Transliteration.forms(of: String(word)) {
                hashes.insert(WordHash(of: form.unicodeScalars.map(\.value)).value)
            }
        }
        return hashes
    }
}

/// Cyrillic words in Latin letters, as people type them.
enum Transliteration {
    /// Returns a lower-case word, and its transliterations if it has Cyrillic letters.
    static func forms(of word: String) -> [String] {
        let plain = latin(word, letters)
        if plain == word { return [word] }
        return [word, plain, latin(word, letters.merging(variants) { $1 })]
    }

    private static func latin(_ word: String, _ letters: [Character: String]) -> String {
        word.reduce(into: "") { $0 += letters[$1] ?? String($1) }
    }

    private static let letters: [Character: String] = [
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "zh", "з": "z", "и": "i", "й": "y",
        "і": "i", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u",
        "ў": "u", "ф": "f", "х": "h", "ц": "c", "ч": "ch", "ш": "sh", "щ": "sch", "ъ": "", "ы": "y", "ь": "", "э": "e",
        "ю": "yu", "я": "ya", "'": "",
    ]
    /// Letters that are also written in another way.
    private static let variants: [Character: String] = [
        "г": "h", "ё": "yo", "й": "i", "х": "kh", "ц": "ts", "щ": "shch", "ў": "w", "ю": "iu", "я": "ia",
    ]
}
