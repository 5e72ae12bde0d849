/// Given names and titles, which make the next name that of a person: Denzel Washington, Princess Sofia.
///
/// All are folded. A place's name that is also a given name (Jordan, Sofia) is one of ``ofPlaces`` alone, since before
/// another place it is more often a place.
enum PersonNames {
    /// Returns true for a given name, in any case.
    static func isGiven(_ word: NewsWord) -> Bool {
        word.isCapitalized && !word.isPossessive && contains(given, word.folded)
    }

    /// Returns true for a man's given name in the nominative, unless a woman's has the same form.
    static func isMansNominative(_ word: String) -> Bool {
        given.contains(word) && word.unicodeScalars.last.map { !"аяоеиуэю".unicodeScalars.contains($0) } ?? false
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
        aaron abby abdel abdul abigail abraham ada adam addison adele adrian adriana agatha agnes ahmad ahmed aidan
        aisha akira alain alan alana albert albie aldous alec alejandra alejandro alesha alessandro alex alexa
        alexander alexandra alexei alexis alfie alfred alfredo algernon ali alice alicia alina alisha alison allison
        alma alvaro alyssa amal amanda amara amber amelia amina amir amy anastasia anders andre andrea andreas andres
        andrew andrey andrzej andy angel angela angelina angelo angie anita ann anna anne annie ansel anthony antoine
        antoinette antonia antonio antony anya archie ariana ariel arjun arlene arlo armando arnold arthur arturo
        ashley ashton asma astrid audrey auguste ava axel ayesha ayrton aziz bailey barack barbara barney barry bashar
        bashir beatrice beau bella ben benazir benedict benicio benjamin benny benoit bernadette bernard bernardo
        bernie bert bertha bessie beth bethany betty beverly beyonce bianca bill billie billy bjorn blake bob bobbie
        bobby boris boyd brad bradley brady brandon brenda brendan brent bret brett brian bridget brigitte brody bruce
        bruno bryan bryce bryson bukayo byron caeleb caleb calvin cameron camila camilla candace carey carl carla carlo
        carlos carlton carly carmelo carmen carol caroline carolyn carrie carson casey casper cassandra cassie catalina
        cate catherine cathy cecil cecilia cedric celeste celia celine cesar chandler chantal charlene charles charlie
        charlize cheryl chiara chiwetel chloe chris christa christian christie christina christine christophe
        christopher chuck cillian cindy claire clara clarence clarissa clark claude claudia clay clayton clementine
        cleo clifford clint clive cody colette colin colleen connie connor conrad cora corey cormac cornelius cory
        courtney craig cristiano curtis cynthia cyril cyrus daisy dalia damian damien dan dana daniel danielle daniil
        danny daphne daria dario darius darlene darnell darrell darren darryl davante dave david davina dean debbie
        deborah debra declan deepika delia demi denis denise dennis denzel derek dermot derrick desmond devin dexter
        diana diane didier diego dietrich dina dion dirk dmitri dmitry dolores domhnall dominic dominik dominique don
        donald donna donovan dora doreen dorian doris dorothy doug douglas duane duncan dustin dwayne dwight dylan
        eamon ebrahim ed eddie edgar edith edmond edmund edna eduard eduardo edward edwin efrain eileen elaine eleanor
        elena eli elias elijah elisa elisabeth elisha eliud eliza elizabeth ella ellen ellie ellis elmer eloise elon
        elsa elsie elton elvira elvis emanuel emerson emil emile emilia emilio emily emma emmanuel emmanuelle emmett
        enda enoch enrique enzo eric erica erik erin erling ernest ernesto ernst ervin erwin esteban estelle esther
        ethan ethel eugene eunice eva evan evangeline eve evelina evelyn everett ewan ezekiel ezra fabian faisal farah
        fatima federico felicia felicity felix ferdinand fergus fernanda fernando fidel filip fiona flavio fleur flora
        florian floyd frances francis francisco frank frankie franz fraser fred freddie frederic frederick frenkie
        freya frida friedrich fritz gabriel gabriela gabriella gail galina gareth garth gary gaston gavin gemma gene
        genevieve geoff geoffrey george georges georgie georgina georginio gerald geraldine gerard germaine gerry
        gertrude giacomo gianni giannis gilbert gilberto giles gina giorgia giorgio giovanni giulia giuliano giuseppe
        gladys glen glenda glenn gloria golda gonzalo goran gordon grace gracie graham greg gregory greta grigor grover
        guido guillermo gunther gus gustav gustavo gwen gwyneth hailey hakan hamid hank hanna hannah hans harold harper
        harriet harrison harry harvey hasan hassan hattie hayden hazel heather hector heidi heinrich helen helena helga
        henri henrietta henrik henry herb herbert herman hermann hilary hilda hillary holger holly horace hosni howard
        howie hubert hugh hugo humza hussain hussein ian ibrahim ida idris iga ignacio igor ilya imelda imogen imran
        ines ingmar ingrid iqbal ira irene irina irving isaac isabel isabella isabelle isaiah isla ismail ivan ivana
        ivanka ivo jacinda jack jackie jacob jacqueline jacques jaden jadon jake jalen jamal james jameson jamie jan
        jana jane janelle janet janice janine jannik jared jasmine jason jasper javier jay jayden jayson jean jeanette
        jeanne jed jeff jeffrey jemima jenna jennifer jenny jens jenson jeremiah jeremy jermaine jerome jerry jess
        jesse jessica jessie jesus jill jillian jim jimmy joachim joan joanna joanne joaquin jocelyn jodie joe joel
        joey johan johann johannes john johnny joko jon jonas jonathan joni jordi jorge jose josef joseph josephine
        josh joshua joyce juan jude judith judy jules julia julian julianna julianne julie juliet juliette julio julius
        jurgen justin justine kai kaitlyn kamala kanye kara kareem karen karim karin karina karl karla kasper katarina
        kate katelyn katharine katherine kathleen kathryn kathy katie katja katrina katy kay kayla kazuo keanu keegan
        keir keira keisha keith kelly kelvin kemal kemi ken kendall kendra kendrick kenji kenneth kenny kerry kevin
        khalid kian kiera kim kimberly kimi kirk kirsten kirsty klaus kobe kofi kourtney kris kristen kristin kristina
        kurt kwame kyle kylian kylie lamar lana lando larissa larry lars latoya laura lauren laurence laurie lawrence
        layla lea leah leanne lebron lech lee leighton leila lena lenny leo leon leona leonard leonardo leonid leonie
        leonora leroy leslie lester leticia levi lewis liam lila lillian lillie lily lina linda lindsay lindsey linus
        lionel lisa liz liza lloyd logan lois lola lonnie lorena lorenzo loretta lori lorraine lottie louis louise
        luana luca lucas lucia lucian luciana luciano lucien lucille lucinda lucy ludwig luigi luis luka lukas luke
        lydia lyle lyndon lynn mabel mackenzie macy madeleine mae maggie magnus mahatma mahmoud maisie malachi malala
        malcolm malia malik mandy manfred manuel mara marc marcel marcela marcelo marcia marco marcus margaret margot
        maria mariah mariana marianne maribel marie marilyn marina mario marisa marissa marjorie mark marlene marlon
        marta martha martin martina marvin mary maryam mateo mathias matilda matt matteo matthew maud maureen maurice
        mauro mavis max maxine maxwell maya megan meghan mehdi mehmet melania melanie melinda melissa melvin mercedes
        merle meryl mia micah michael michel michelle mick mickey miguel mika mikaela mike mikel mikhail mila mildred
        miley millard millie milo milos milton mina minnie miranda miriam mitch mitchell mohamed mohammad mohammed
        moira molly mona monica monique morgan moses muhammad muriel murray mustafa myra myrtle nadia nadine nancy
        naomi narendra nat natalia natalie natasha nate nathan nathaniel ned neha neil nelly nelson neville nia niall
        nicholas nick nicola nicolas nicole niels nigel niki nikita nikki nikola nikolai nikolas nikolay nina noah noel
        nolan nora norah norma norman novak octavia odette olaf oleg olga oliver olivia olivier omar ophelia oprah orla
        orson orville osama oscar oskar osman oswald otis otto owen ozzy pablo pam pamela paola paolo pascal pat
        patricia patrick patsy patti patty paul paula pauline pedro peggy penelope penny percy perry pete peter petr
        petro peyton phil philip philippe phillip phoebe phyllis pierre pietro polly preston priscilla priti priya
        pyotr queenie quentin quincy quinn rachael rachel rafa rafael raheem rahul raj ralph ramon ramona randall randy
        raphael raquel rashid raul ravi raymond rebecca recep reece reese reggie reginald rene rhonda rhys ricardo
        richard rick ricky rihanna riley ringo rishi rita roald robert roberto robin rod roderick rodney rodrigo roger
        rohan roland rolf romeo ron ronald ronaldo ronan ronnie rory rosa rosalia rosalind rosalynn rosanna rosario
        rose rosemary rosie ross rowan roxanne roy ruben ruby rudolf rudy rufus rupert russell ruth ruud ryan sadie
        sadio sally salma salman sam samantha samuel sandra sandy saoirse sara sarah sasha scarlet scarlett scott
        scottie seamus sean sebastian selena selma serena sergei sergey sergio seth seymour shakira shane shannon
        shaquille sharon shaun shawn sheila shelby sheldon shelley sherman sherry shimon shirin shirley shohei sid
        sidney sienna sigmund sigrid silas silvia silvio simon simona simone sinead siobhan skylar solomon sonia sonny
        sophia sophie soren spencer spike stacey stan stanley stefan stefanos stella stephane stephanie stephen steve
        steven stewart stuart suella susan susannah suzanna suzanne sven svetlana sybil sylvester sylvia tabitha tamara
        tammy tanya tara tariq tatiana tatum taylor ted terence teresa teri terrence terry tess thea thelma thelonious
        theo theodora theodore theresa thierry thomas thora thurgood tiffany tilda tilly tim timo timothy tina tito
        tobias toby todd tom tomas tommy toni tony tracy travis trent trevor trey trina tristan trudy truman tupac tyra
        tyrone tyson ulrich ulysses uma umberto ursula usain vaclav valentina valerie valtteri vanessa vaughn vera
        vernon veronica vicky victor viggo viktor vincent vincenzo viola virgil vitali vito vivian vivienne vlad
        vladimir volodymyr wally walter wanda warren wayne wendell wendy wes wesley whitney wilbur wilfred wilhelm
        william willie wilma winona winston wolfgang woodrow woody wout wyatt xavier yann yara yasmin yasmine yasser
        yitzhak yoko yolanda yuki yulia yuri yusuf yvette yvonne zach zachary zack zadie zainab zara zayn zeke zelda
        zendaya zinedine zlatan zoe zoey zuzana
        абдулла агата агнешка агния адам аделаида аделина адель адриан адриана адрыяна аида айдар айрат айрленд акира
        аксана алан алег александр алексей алена алессандро алесь алеся аливия алина алиса алла алойза альберт альбина
        альваро альфия альфред аляксандр аляксей анастасия анатолий анатоль ангела ангелина анджалина анджей анджела
        анджелина анджэй андреас андрей андрэй андрюс анжалика анжелика анна антанина антон антониа антонина антонио
        антось антуан анфиса аня арам ариана арина ариэль аркадзь аркадий армен арнольд арсений артем артемий артур
        арцем афанасий ахмад ахмед ашот багдан базыль барак барбара барыс бахыт башар бейонсе белла бен бенджамен
        бенджамин бенедикт билл биньямин боб богдан богдана борис брайан брижит бруно брэд брэдли брюс вадзим вадим
        валдис валентин валентина валерий валерия валерый валерыя валянцин валянцина ваня варвара василий василиса
        василь вахтанг вацлав вацлау вениамин вера вераника вероника виктар виктор виктория викторыя винцэнт виолетта
        виталий виталь витя владимир владислав вова войцех вольга вольфганг всеволод вячаслау вячеслав гавриил галина
        ганна ганс гарри гары гастон генадзь геннадий георгий герман гитанас глеб говард гоша гражина грета григорий
        гриша гульнара гурам гэри гюнтер давид дайана даниил данил данила даниэль дарина дарья даря дастин даша демьян
        дензел денис джамал джанлука джанни джастин джеймс джейн джейсон джек джеки дженнифер джерри джессика джим джо
        джоан джоанна джоди джозеф джон джонас джонатан джонни джордж джоэл джуд джуди джузеппе джузэпэ джулия джуно
        джэймс джэк джэнифер дзианис дзина дзмитрый дзянис диана диего дима дина дмитрий доменико дональд дуглас дыяна
        дэвид дэнзел дэниел ева евгений евгения евфросиния егор ежи ежы екатерина елена елизавета елисей еремей ерлан
        ерофей еуфрасиння ефим ефрасиння жак жан жанна женя жорж жоржа жюль захар збигнев зинаида зинедин зиновий
        змитрок змицер зося зоя зузана зураб ибрагим ибрагимович иваан иван игар игнат игнатий игорь изабелла изабель
        изольда илля илон ильдар илья иля индира инна иннокентий иосиф ираклий ирвинг иржи ирина ирына итан ицхак иштван
        йозеф йохан казимир камала камила камилла канстанцин карина карл карлас карлос карына кастусь касым катрин катя
        каха кацярына кевин кейра кейт кейти кейтлин келли кемаль кен кеннет килиан ким кира кирила кирилл кирыл кирыла
        клавдия клара клаудзия клаус клим клинт колин коля константин корней костя крейг крис кристина кристофер
        кришьянис крыстафер крысцина ксения кузьма кшиштоф кшыштаф кэтрин кэтрын лазарь лайош лана лариса ларри ларыса
        лаура леанарда леанид лев леван лейла леонардо леонид леся леу лех леша лиам лидзия лиза лизавета лили лилия
        линда линдси лионель лоран лоренцо луи луиджи луис лукас лукаш любовь любоу людмила люк люси лявон магомед
        мадина майкл макар макс максим максимилиан малик марат маргарет маргарита маргарыта марго марек марина марио
        мария марк марко маркус марсель марта мартин марына марыя марэк матвей матео матеуш матильда маттео матэвуш
        махамед махатма мацвей маша меган мелания мередит мефодий мехмет мигель микалай микита микола милена милош мирон
        мирослава михаил михась миша мишель моника мохаммед мстислав мустафа мухаммед мэри мяфодзий надежда надзея назар
        наоми нарендра настя натали наталля наталья натан натаниэль наташа наум нелли нельсон ник никита никола николай
        николь нил нина нинель нодар норман нурлан нурсултан нэли оксана олаф олег олеся оливия оливье ольга оля омар
        оскар остап остин отар отто оуэн пабло павал павел палина паоло патрик пауль паулюк паша педро пелагея пенелопа
        петр петро петя питер питэр платон пол полина пракоп прохор пьер пьетро пэрис пэрыс пэтр пятро равиль раджив
        раиса райан раман рамзан рамиль расцислау рафаэль реваз регина реджеп рейчел ренат рената рене рианна рик
        рикардо римма ринат ричард роберт роберто робин роджер родион роза роман рональд росс ростислав руслан рустам
        рыгор рычард рэгина рэджэп рэната савелий сальвадор сальма саманта сара саша светлана святаслау святлана
        святослав семен серафима сергей сережа серена серхио сидни сильвио симеон симон симона симяон синдзо сирша
        скарлет скарлетт скотт снежана соломон софи софья софя станислав станислау стас степан стив стивен стывен
        стэфания сцяпан сымон сьюзан сэм сямен сяргей тадеуш тадэвуш таисия тамара таня тарас татьяна таццяна тейлор
        тенгиз тереза тимоти тимофей тимур тина тодар том томас томаш томми тони тэйлар уильям уладзимир уладзислау
        уладзь ульяна умберто усевалад фабио фарид феафан федар федор федя феодосий фердинанд ференц фернандо фидель
        филип филипп франак франк франсуа францишак францыск франческо фридрих фриц фрыдрых фрэнк фрэнсис фумио хабиб
        хавьер ханс харуки хасан хасэ хведар хелен хельмут хилары хиллари хлоя хосе хуан хулио хусейн хью цетка цимафей
        цимох цимур чарли чарльз шакира шамиль шарлотта шарль шерон шимон шон шота штефан шэрон эвелина эвика эдвард
        эдгар эдгарс эдуард эла элвис элеонора элизабет элина элиша элла элтон эльвира эльдар эльза эльмира эма эмануэль
        эманюэль эмбер эмили эмилио эмилия эмиль эмма эммануэль энди эндру эндрю энн энтони эрик эрнест эрнесто эрнст
        эрык эстебан эшли юзаф юзик юзэф юкио юлия юля юрась юрген юрий юры юрый юсуф ягор ядвига язеп язэп яир якау
        яков якуб ян яна янаш янина янка янош янук яраслау ярослав ярослава яуген яугений
        """)

    private static let ofPlaces = words(
        """
        alexandria austin brooklyn carolina chad charlotte chelsea devon florence georgia israel jackson jordan kenya
        lincoln madison milan nancy orlando paris petra regina savannah sofia sydney tyler victoria virginia
        вена владимир владзимир георгия джордан джорджия израиль лида лидия милан орландо остин париж петра сидней софия
        лион мира сальвадор сафия сиена уладзимир флоренция чад арланда вирджыния джорджыя фларэнцыя
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
