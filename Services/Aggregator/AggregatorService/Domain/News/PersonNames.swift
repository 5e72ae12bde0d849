/// Given names and titles, which make the next name that of a person: Denzel Washington, Princess Sofia.
///
/// All are folded. A place's name that is also a given name (Jordan, Sofia) is one of ``ofPlaces`` alone, since before
/// another place it is more often a place.
enum PersonNames {
    /// Returns true for a given name, in any case.
    static func isGiven(_ word: NewsWord) -> Bool {
        word.isCapitalized && !word.isPossessive && contains(given, word.folded)
    }

    /// Returns true for a place's name that is also a given name, in any case.
    static func isGivenOrPlace(_ word: NewsWord) -> Bool { contains(ofPlaces, word.folded) }

    /// Returns true for a title or a trade before a surname.
    static func isTitle(_ word: NewsWord) -> Bool { titles.contains(word.folded) }

    /// The letters that a Cyrillic name may have lost in a case: Анна, Анны; Андрей, Андрея.
    private static let nominativeEndings = ["", "а", "я", "й", "ь"]
    private static let longestEnding = 3

    private static func contains(_ names: Set<String>, _ word: String) -> Bool {
        if names.contains(word) { return true }
        guard let first = word.unicodeScalars.first, !first.isASCII else { return false }
        let scalars = Array(word.unicodeScalars)
        for drop in 0...longestEnding where scalars.count - drop >= 3 {
            let stem = String(String.UnicodeScalarView(scalars.dropLast(drop)))
            for name in nominativeEndings.map({ stem + $0 })
            where names.contains(name) && NameForms.cases(of: name).contains(word) {
                return true
            }
        }
        return false
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    private static let given = words(
        """
        aaron abdul abigail abraham adam adele adrian adriana agatha agnes ahmed aidan alan albert alec alejandro alex
        alexander alexei alfred alfredo ali alice alicia alison allison alma alvaro amanda amber amelia amir amy anders
        andre andrea andreas andrew andrey angela angelina angelo anita ann anna anne annie anthony antoine antonio
        antony anya arjun arnold arthur ashley astrid audrey axel aziz barack barbara barry beatrice ben benedict
        benjamin benoit bernard bernie bert beth betty bianca bill billy bjorn bob bobby boris brad bradley brandon
        brenda brian bridget bruce bruno bryan caleb cameron camila camilla carl carla carlos carmen carol caroline
        catalina cate catherine cathy cecil celia charles charlie chloe chris christian christina christine christophe
        christopher claire clara clarence clark claudia clementine clint colin connor cormac craig cristiano cynthia
        daisy damian dan daniel danny dario darius darren dave david dean deborah delia denis denise dennis denzel derek
        diana diane diego dmitri dmitry dolores dominic dominique don donald donna dora doris dorothy doug douglas
        duncan dwayne dylan ed eddie edgar edith edmund eduardo edward edwin eileen elaine eleanor elena elias elijah
        elisa eliza elizabeth ella ellen ellie elon elsa elton emil emile emilia emilio emily emma emmanuel enrique enzo
        eric erik ernest ernesto ernst esther ethan eugene eva evan eve evelyn fatima federico felix fernando filip
        fiona fleur florian francis francisco frank franz fred freddie frederick freya fritz gabriel gabriela gabriella
        gareth gary gaston gavin gemma geoffrey george georges georgina gerald gerard gertrude gianni gilbert gina
        giorgio giovanni giuseppe glen glenn gloria goran gordon grace graham greg gregory greta guido gunther gus
        gustav hakan hamid hannah hans harold harriet harrison harry harvey hassan heather heidi heinrich helen
        helena henri henry herbert herman hermann hilary hillary howard hugh hugo hussein ian ibrahim ignacio igor ines
        ingrid irene irina irving isaac isabel isabella ismail ivan ivanka ivo jack jackie jacob jacqueline jacques jake
        james jamie jan jane janet jasmine jason javier jay jean jeanne jeff jeffrey jennifer jenny jens jeremy jerome
        jerry jesse jessica jill jim jimmy joachim joan joanna joaquin joe joel johan johann johannes john johnny jon
        jonas jonathan jorge jose josef joseph joshua joyce juan judith judy jules julia julian julie juliet juliette
        jurgen justin kai kamala karen karim karl kate katherine kathleen kathryn kathy katie katy keira keith kelly ken
        kenneth kerry kevin khalid kim kirk kirsty klaus kurt kyle larry lars laura lauren laurence lawrence lee leila
        leo leon leonard leonardo leonie leslie lewis liam lily linda lionel lisa liz liza lola lorena lorenzo louis
        louise luca lucas lucia lucy ludwig luigi luis lukas luke lynn madeleine maggie magnus mahmoud malala malcolm
        manfred manuel marc marcel marcelo marco marcus margaret margot maria marie marilyn marina mario marlon
        martha martin marvin mary mateo mathias matt matteo matthew maurice mauro max maya meghan mehmet melanie melissa
        mercedes meryl mia michael michel michelle miguel mike mikhail mila milos miranda mohamed mohammad
        mohammed molly monica morgan muhammad mustafa nadia nancy naomi narendra natalia natalie natasha nathan neil
        nelly nelson niall nicholas nick nicola nicolas nicole niels nigel nikita nikola nikolai nikolay noah noel nora
        norman novak octavia olaf oleg olga oliver olivia omar oprah orson oscar oskar otto owen pablo pamela paolo
        pascal patricia patrick paul paula pauline pedro penelope penny percy pete peter petr phil philip philippe
        phillip pierre pietro priscilla quentin rachel rafael raj ralph ramon raul raymond rebecca reese rene ricardo
        richard rick rihanna rishi rita robert roberto robin rodrigo roger roland ron ronald rory rosa rosalind rose
        rosemary ross roy ruby rudolf rupert russell ruth ryan sally salma salman sam samantha samuel sandra sandy sara
        sarah sasha scarlett scott sean sebastian serena sergei sergey sergio seth shane shannon sharon sheila shirley
        sidney sigmund silvio simon simone sophia sophie soren stacey stan stanley stefan stella stephanie stephen steve
        steven stuart susan suzanne sven svetlana sylvester sylvia tariq taylor ted teresa terry thea theo theodore
        theresa thomas tiffany tilda tim timo timothy tina tobias todd tom tommy tony tracy trevor truman ulrich umberto
        ursula valentina valerie vanessa vera veronica victor viggo viktor vincent vincenzo vivian vivienne vlad
        vladimir volodymyr walter wanda warren wayne wendy whitney wilhelm william willie winston wolfgang xavier
        yann yasmin yusuf yvonne zach zara zelda zendaya zoe
        агата адам адель адриана адрыяна айрленд аксана алан алег александр алексей алена алесь алеся алина алла альберт
        альфред аляксандр аляксей анастасия анатолий анатоль анджела анджелина андрей анна антон антонина арина аркадзь
        аркадий арнольд арсений артем артур арцем барыс бен бенджамин билл боб богдан борис брэд брюс вадзим вадим
        валентин валентина валерий валерия варвара василий василь вера вероника виктор виктория викторыя виолетта
        виталий виталь владислав вольга вячаслау вячеслав галина ганна гарри генадзь геннадий георгий герман глеб говард
        грета григорий гэри давид дайана даниил данил данила даниэль дарья дастин дензел денис джастин джеймс джек джеки
        дженнифер джерри джессика джим джо джоан джоанна джозеф джон джонас джонатан джонни джордж джуди джулия джэймс
        джэк дзианис дзмитрый диана диего дмитрий дональд дуглас дэвид дэнзел дэниел ева евгений евгения екатерина елена
        елизавета ефим жан жанна жорж жоржа жюль зинаида зинедин зося зоя ибрагим иваан иван игар игорь изабелла илон
        илья иля инна иосиф ирвинг ирина ирына йохан казимир камила канстанцин карл карлос кастусь катя кацярына кевин
        кейт кейти кейтлин келли кен кеннет килиан ким кирилл кирыл клара клинт колин константин крейг крис кристина
        кристофер ксения лана лариса ларри ларыса лаура леанид лев лейла леонардо леонид леу лиза лили линда лионель луи
        луис лукас любовь людмила люк люси майкл максим маргарет маргарита маргарыта марго марина марио мария марк марта
        мартин марына марыя матвей матильда мелания мигель микалай микита милош михаил михась моника мэри надежда надзея
        наоми натали наталля наталья нельсон ник никита никола николай николь нил нина нинель норман оксана олег олеся
        ольга оскар остин отто пабло павал павел патрик пауль педро петр петро питер питэр пол полина пьер пьетро пэрис
        пэрыс пэтр раиса раман рафаэль рейчел рене рик ричард роберт робин роджер родион роман рональд росс руслан рыгор
        сальвадор сальма саманта сара светлана святлана святослав семен сергей серена симона сирша скарлетт скотт софи
        станислав станислау степан стив стивен сцяпан сьюзан сэм сямен сяргей тарас татьяна таццяна тейлор тереза тимоти
        тимофей тина том томас томми тони уильям уладзимир уладзислау умберто федор фердинанд фидель филипп франк
        франсуа францишак фридрих фрэнк фрэнсис хавьер хелен хосе хуан хью чарли чарльз шарлотта шерон шон эдвард эдгар
        эдуард элвис элизабет элла элтон эльза эмануэль эмили эмма энди эндрю энн энтони эрик эрнест эрнесто эшли юзаф
        юзэф юлия юля юрген юрий юры яков якуб ян яна янина янка яугений
        """)

    private static let ofPlaces = words(
        """
        austin carolina chad charlotte chelsea florence georgia jackson jordan lincoln madison milan orlando paris petra
        regina savannah sofia sydney tyler victoria virginia
        вена владимир владзимир георгия джордан джорджия лида лидия милан орландо остин париж петра сидней софия флоренция
        чад
        """)

    private static let titles = words(
        """
        mr mrs ms miss dr sir dame lady lord prof professor prince princess queen king saint
        actor actress singer author novelist rapper comedian senator judge justice detective
        господин госпожа спадар спадарыня доктор профессор прафесар аспирант аспирантка аспирантка академик акадэмик
        актер акцер актриса актрыса певец певица спявак спявачка писатель писменник режиссер рэжысер тренер трэнер
        депутат дэпутат адвокат адвакат судья суддзя художник мастак студент студэнт композитор кампазитар врач урач
        поэт паэт историк гисторык химик физик биолог учитель настауник
        """)
}
