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

    /// Returns true for a word that precedes a given name: for a relative, a friend, a pet, a ruler or a cleric.
    static func isKin(_ word: NewsWord) -> Bool { kin.contains(word.folded) }

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
        aaron abby abdul abigail abraham ada adam addison adele adrian adriana agatha agnes ahmad ahmed aidan aisha
        akira alan alana albert albie alec alejandra alejandro alessandro alex alexa alexander alexandra alexei alexis
        alfie alfred alfredo ali alice alicia alina alisha alison allison alma alvaro alyssa amal amanda amara amber
        amelia amina amir amy anastasia anders andre andrea andreas andres andrew andrey angel angela angelina angelo
        angie anita ann anna anne annie ansel anthony antoine antoinette antonia antonio antony anya archie ariana
        arjun arlene arlo armando arnold arthur arturo ashley ashton asma astrid audrey ava axel ayesha aziz bailey
        barack barbara barney barry bashar bashir beatrice beau bella ben benedict benicio benjamin benny benoit
        bernadette bernard bernardo bernie bert bertha bessie beth bethany betty beverly bianca bill billy bjorn blake
        bob bobbie bobby boris boyd brad bradley brady brandon brenda brent bret brett brian bridget brody bruce bruno
        bryan bryce byron caleb calvin cameron camila camilla candace carey carl carla carlo carlos carlton carly
        carmelo carmen carol caroline carolyn carrie carson casey casper cassandra cassie catalina cate catherine cathy
        cecil cecilia cedric celeste celia celine cesar chandler chantal charlene charles charlie charlize cheryl
        chiara chiwetel chloe chris christa christian christie christina christine christophe christopher chuck cillian
        cindy claire clara clarence clarissa clark claude claudia clay clayton clementine cleo clifford clint clive
        cody colette colin colleen connie connor conrad cora corey cormac cornelius cory courtney craig cristiano
        curtis cynthia cyril cyrus daisy dalia damian damien dan dana daniel danny daphne daria dario darius darlene
        darnell darrell darren darryl dave david davina dean debbie deborah declan deepika delia demi denis denise
        dennis denzel derek dermot derrick desmond devin dexter diana diane diego dietrich dina dion dirk dmitri dmitry
        dolores dominic dominik dominique don donald donna donovan dora doreen dorian doris dorothy doug douglas duane
        duncan dustin dwayne dwight dylan eamon ed eddie edgar edith edmond edmund edna eduard eduardo edward edwin
        efrain eileen elaine eleanor elena eli elias elijah elisa elisabeth elisha eliza elizabeth ella ellen ellie
        ellis elmer eloise elon elsa elton elvira elvis emanuel emerson emil emile emilia emilio emily emma emmanuel
        emmett enda enrique enzo eric erica erik erin ernest ernesto ernst ervin erwin esteban estelle esther ethan
        ethel eugene eunice eva evan evangeline eve evelina evelyn everett ezra fabian faisal farah fatima federico
        felicia felicity felix ferdinand fergus fernanda fernando fidel filip fiona flavio fleur flora florian floyd
        francis francisco frank frankie franz fraser fred freddie frederick freya frida fritz gabriel gabriela
        gabriella gail galina gareth garth gary gaston gavin gemma gene genevieve geoff geoffrey george georges georgie
        georgina gerald geraldine gerard germaine gerry gertrude gianni gilbert gilberto giles gina giorgio giovanni
        giulia giuliano giuseppe gladys glen glenda glenn gloria gonzalo goran gordon grace gracie graham greg gregory
        greta guido guillermo gunther gus gustav gustavo gwen gwyneth hailey hakan hamid hank hanna hannah hans harold
        harper harriet harrison harry harvey hasan hassan hattie hayden hazel heather hector heidi heinrich helen
        helena helga henri henrietta henrik henry herb herbert herman hermann hilary hilda hillary holly horace howard
        howie hubert hugh hugo hussain hussein ian ibrahim ida idris iga ignacio igor ilya imelda imogen imran ines
        ingmar ingrid iqbal ira irene irina irving isaac isabel isabella isabelle isaiah isla ismail ivan ivana ivanka
        ivo jack jackie jacob jacqueline jacques jaden jake jamal james jameson jamie jan jana jane janelle janet
        janice janine jared jasmine jason jasper javier jay jayden jean jeanette jeanne jed jeff jeffrey jemima jenna
        jennifer jenny jens jeremiah jeremy jermaine jerome jerry jess jesse jessica jesus jill jillian jim jimmy
        joachim joan joanna joanne joaquin jocelyn jodie joe joel joey johan johann johannes john johnny jon jonas
        jonathan joni jordi jorge jose josef joseph josephine josh joshua joyce juan jude judith judy jules julia
        julian julianna julianne julie juliet juliette julio julius jurgen justin justine kai kaitlyn kamala kanye kara
        kareem karen karim karin karina karl karla kasper katarina kate katelyn katharine katherine kathleen kathryn
        kathy katie katja katrina katy kay kayla keanu keegan keira keisha keith kelly kelvin ken kendall kendra kenji
        kenneth kenny kerry kevin khalid kian kiera kim kimberly kirk kirsten kirsty klaus kobe kofi kourtney kris
        kristen kristin kristina kurt kwame kyle kylie lamar lana larissa larry lars latoya laura lauren laurence
        laurie lawrence layla leah leanne lee leighton leila lena lenny leo leon leonard leonardo leonie leonora leroy
        leslie lester leticia levi lewis liam lila lillian lillie lily lina linda lindsay lindsey linus lionel lisa liz
        liza lloyd logan lois lola lonnie lorena lorenzo loretta lorraine lottie louis louise luana luca lucas lucia
        luciana luciano lucien lucille lucinda lucy ludwig luigi luis lukas luke lydia lyle lynn mabel mackenzie macy
        madeleine mae maggie magnus mahatma mahmoud maisie malachi malala malcolm malia malik mandy manfred manuel mara
        marc marcel marcela marcelo marcia marco marcus margaret margot maria mariah mariana marianne maribel marie
        marilyn marina mario marisa marissa marjorie mark marlene marlon marta martha martin martina marvin mary maryam
        mateo mathias matilda matt matteo matthew maud maureen maurice mauro mavis max maxine maxwell maya megan meghan
        mehdi mehmet melanie melinda melissa melvin mercedes merle meryl mia micah michael michel michelle mick mickey
        miguel mikaela mike mikel mikhail mila mildred millie milo milos milton mina minnie miranda miriam mitch
        mitchell mohamed mohammad mohammed moira molly mona monica monique morgan moses muhammad muriel murray mustafa
        myra myrtle nadia nadine nancy naomi narendra nat natalia natalie natasha nate nathan nathaniel ned neha neil
        nelly nelson neville nia niall nicholas nick nicola nicolas nicole niels nigel nikita nikki nikola nikolai
        nikolas nikolay nina noah noel nolan nora norah norma norman novak octavia odette olaf oleg olga oliver olivia
        omar ophelia oprah orla orson orville osama oscar oskar osman otis otto owen pablo pam pamela paola paolo
        pascal patricia patrick patsy patti patty paul paula pauline pedro peggy penelope penny percy perry pete peter
        petr phil philip philippe phillip phoebe phyllis pierre pietro polly preston priscilla priya queenie quentin
        quincy quinn rachael rachel rafa rafael rahul raj ralph ramon ramona randall randy raquel rashid raul ravi
        raymond rebecca reese reggie reginald rene rhonda rhys ricardo richard rick ricky rihanna riley rishi rita
        robert roberto robin rod roderick rodney rodrigo roger rohan roland rolf romeo ron ronald ronaldo ronan ronnie
        rory rosa rosalia rosalind rosanna rosario rose rosemary rosie ross rowan roxanne roy ruben ruby rudolf rudy
        rufus rupert russell ruth ryan sadie sadio sally salma salman sam samantha samuel sandra sandy saoirse sara
        sarah sasha scarlet scarlett scott seamus sean sebastian selena selma serena sergei sergey sergio seth seymour
        shane shannon shaquille sharon shaun shawn sheila shelby sheldon shelley sherman sherry shirin shirley sid
        sidney sienna sigmund sigrid silas silvia silvio simon simona simone sinead siobhan skylar solomon sonia sonny
        sophia sophie soren spencer spike stacey stan stanley stefan stella stephanie stephen steve steven stewart
        stuart susan susannah suzanna suzanne sven svetlana sybil sylvester sylvia tabitha tamara tammy tanya tara
        tariq tatiana tatum taylor ted terence teresa teri terrence terry tess thea thelma theo theodora theodore
        theresa thierry thomas thora thurgood tiffany tilda tilly tim timo timothy tina tito tobias toby todd tom tomas
        tommy toni tony tracy travis trent trevor trey trina tristan trudy truman tyra tyrone tyson ulrich ulysses uma
        umberto ursula usain valentina valerie vanessa vaughn vera vernon veronica vicky victor viggo viktor vincent
        vincenzo viola virgil vito vivian vivienne vlad vladimir volodymyr wally walter wanda warren wayne wendell
        wendy wes wesley whitney wilbur wilfred wilhelm william willie wilma winona winston wolfgang woody wyatt xavier
        yann yara yasmin yasmine yoko yolanda yuri yusuf yvette yvonne zach zachary zack zadie zainab zara zayn zeke
        zelda zendaya zinedine zlatan zoe zoey
        абдулла агата адам аделаида адель адриан адриана адрыяна аида айрат айрленд аксана алан алег александр алексей
        алена алесь алеся алина алла алойза альберт альбина альфред аляксандр аляксей анастасия анатолий анатоль
        ангелина анджела анджелина андрей анна антон антонина антось анфиса арам арина аркадзь аркадий арнольд арсений
        артем артемий артур арцем базыль барыс белла бен бенджамен бенджамин бенедикт билл боб богдан богдана борис
        брэд брэдли брюс вадзим вадим валентин валентина валерий валерия варвара василий василь вениамин вера вероника
        виктор виктория викторыя винцэнт виолетта виталий виталь владимир владислав вольга вольфганг вячаслау вячеслав галина
        ганна гарри генадзь геннадий георгий герман глеб говард грета григорий гэри гюнтер давид дайана даниил данил
        данила даниэль дарина дарья дастин дензел денис джамал джанни джастин джеймс джейн джек джеки дженнифер джерри
        джессика джим джо джоан джоанна джоди джозеф джон джонас джонатан джонни джордж джоэл джуд джуди джузеппе
        джулия джуно джэймс джэк дзианис дзмитрый дзянис диана диего дина дмитрий доменико дональд дуглас дэвид дэнзел
        дэниел ева евгений евгения егор екатерина елена елизавета еремей ерофей ефим жан жанна жорж жоржа жюль зинаида
        зинедин зиновий змицер зося зоя ибрагим ибрагимович иваан иван игар игорь изабелла илон ильдар илья иля инна
        иннокентий иосиф ирвинг ирина ирына итан йозеф йохан казимир камила канстанцин карина карл карлос кастусь катя
        кацярына кевин кейра кейт кейти кейтлин келли кен кеннет килиан ким кира кирилл кирыл клара клаус клинт колин
        константин корней крейг крис кристина кристофер ксения кузьма кэтрин лазарь лана лариса ларри ларыса лаура
        леанид лев лейла леонардо леонид леся леу лиам лиза лили линда линдси лионель лоренцо луи луиджи луис лукас
        лукаш любовь людмила люк люси лявон майкл максим максимилиан малик марат маргарет маргарита маргарыта марго
        марина марио мария марк марсель марта мартин марына марыя матвей матео матильда мелания мередит мигель микалай
        микита микола милош мирон мирослава михаил михась мишель моника мохаммед мухаммед мэри надежда надзея назар
        наоми натали наталля наталья натан натаниэль наум нельсон ник никита никола николай николь нил нина нинель
        норман оксана олег олеся ольга омар оскар остап остин отто оуэн пабло павал павел патрик пауль паулюк педро
        петр петро питер питэр пол полина пракоп пьер пьетро пэрис пэрыс пэтр пятро равиль раиса райан раман рамиль
        рафаэль регина рейчел ренат рената рене рик римма ринат ричард роберт робин роджер родион роза роман рональд
        росс руслан рустам рыгор сальвадор сальма саманта сара светлана святлана святослав семен сергей серена сидни
        симеон симон симона сирша скарлетт скотт соломон софи станислав станислау степан стив стивен стэфания сцяпан
        сымон сьюзан сэм сямен сяргей тадеуш тадэвуш тарас татьяна таццяна тейлор тереза тимоти тимофей тимур тина
        тодар том томас томми тони уильям уладзимир уладзислау уладзь умберто фарид федор фердинанд фидель филипп
        франак франк франсуа францишак фридрих фриц фрэнк фрэнсис хавьер ханс хасан хведар хелен хлоя хосе хуан хулио
        хусейн хью цимох чарли чарльз шарлотта шерон шон шэрон эдвард эдгар эдуард элвис элеонора элизабет элиша элла
        элтон эльвира эльза эмануэль эмбер эмили эмилио эмилия эмма энди эндрю энн энтони эрик эрнест эрнесто эрнст
        эстебан эшли юзаф юзик юзэф юлия юля юрась юрген юрий юры юсуф ядвига язеп язэп яков якуб ян яна янина янка
        янук яугений
        """)

    private static let ofPlaces = words(
        """
        alexandria austin brooklyn carolina chad charlotte chelsea devon florence georgia israel jackson jordan kenya
        lincoln madison milan nancy orlando paris petra regina savannah sofia sydney tyler victoria virginia
        вена владимир владзимир георгия джордан джорджия израиль лида лидия милан орландо остин париж петра сидней софия
        лион мира сальвадор сафия сиена уладзимир флоренция чад
        """)

    private static let kin = words(
        """
        aunt uncle granny grandma mother sister brother cousin
        баба бабушка бабуля бабули бабушке бабушки тетя цетка дядя мать мама маци сестра сястра дочь дочка дачка жена жонка
        внучка унучка девочка дзяучынка подруга сяброука кошка котка собака князь князя князю святой святога святого святы
        святому отец отца айцец патриарх митрополит епископ дед дзед брат сын муж
        """)

    private static let titles = words(
        """
        mr mrs ms miss dr sir dame lady lord prof professor prince princess queen king saint
        actor actress singer author novelist rapper comedian senator judge justice detective
        господин госпожа спадар спадарыня доктор профессор прафесар аспирант аспирантка академик акадэмик
        актер акцер актриса актрыса певец певица спявак спявачка писатель писменник режиссер рэжысер тренер трэнер
        депутат дэпутат адвокат адвакат судья суддзя художник мастак студент студэнт композитор кампазитар врач урач
        пианист пианистка скрипач дирижер дырыжор космонавт касманаут футболист футбалист хоккеист хакеист
        теннисист тэнисист олигарх алигарх бизнесмен бизнэсмен политолог палитолаг экономист эканамист генерал сенатор
        министр шахматист журналист блогер боксер баксер гонщик ведущий вядучы комик рэпер вратарь
        нападающий защитник полузащитник форвард голкипер прокурор пракурор посол пасол
        поэт паэт историк гисторык химик физик биолог учитель настауник
        """)
}
