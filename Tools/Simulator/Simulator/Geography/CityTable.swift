extension SimulatedCity {
    /// The towns of Belarus, and the capitals and large cities of the world.
    ///
    /// Ids, positions, populations and zones are from GeoNames (geonames.org, CC BY 4.0).
    static let table = """
        625144|Minsk|Минск|Мінск|BY|53.9000|27.5667|1742124|Europe/Minsk|PPLC
        627907|Gomel|Гомель|Гомель|BY|52.4383|30.9823|480951|Europe/Minsk|PPL
        625665|Mogilev|Могилёв|Магілёў|BY|53.9141|30.3376|369200|Europe/Minsk|PPL
        620127|Vitebsk|Витебск|Віцебск|BY|55.1905|30.2033|342700|Europe/Minsk|PPL
        627904|Grodno|Гродно|Гродна|BY|53.6884|23.8258|317365|Europe/Minsk|PPL
        629634|Brest|Брест|Брэст|BY|52.0975|23.6878|300715|Europe/Minsk|PPL
        630468|Bobruisk|Бобруйск|Бабруйск|BY|53.1412|29.2053|220517|Europe/Minsk|PPL
        630429|Baranovichi|Барановичи|Баранавічы|BY|53.1327|26.0139|168772|Europe/Minsk|PPL
        630376|Borisov|Борисов|Барысаў|BY|54.2312|28.5049|100000|Europe/Minsk|PPL
        623549|Pinsk|Пинск|Пінск|BY|52.1236|26.0698|130777|Europe/Minsk|PPL
        624079|Orsha|Орша|Орша|BY|54.5116|30.4266|125347|Europe/Minsk|PPL
        625324|Mozyr|Мозырь|Мазыр|BY|52.0475|29.2531|112137|Europe/Minsk|PPL
        622428|Soligorsk|Солигорск|Салігорск|BY|52.7879|27.5435|101614|Europe/Minsk|PPL
        626081|Lida|Лида|Ліда|BY|53.8833|25.2997|98036|Europe/Minsk|PPL
        623317|Polotsk|Полоцк|Полацк|BY|55.4859|28.7756|82258|Europe/Minsk|PPL
        625625|Molodechno|Молодечно|Маладзечна|BY|54.3205|26.8644|101300|Europe/Minsk|PPL
        618806|Zhlobin|Жлобин|Жлобін|BY|52.8946|30.0295|73089|Europe/Minsk|PPL
        621074|Svetlogorsk|Светлогорск|Светлагорск|BY|52.6332|29.7438|71250|Europe/Minsk|PPL
        622794|Rechitsa|Речица|Рэчыца|BY|52.3619|30.3918|65400|Europe/Minsk|PPL
        621741|Slutsk|Слуцк|Слуцк|BY|53.0284|27.5533|62228|Europe/Minsk|PPL
        524901|Moscow|Москва|Масква|RU|55.7522|37.6156|10381222|Europe/Moscow|PPLC
        498817|Saint Petersburg|Санкт-Петербург|Санкт-Петербург|RU|59.8944|30.2642|4039745|Europe/Moscow|PPL
        491687|Smolensk|Смоленск|Смаленск|RU|54.7818|32.0401|320991|Europe/Moscow|PPL
        554234|Kaliningrad|Калининград|Калінінград|RU|54.7065|20.5110|434954|Europe/Kaliningrad|PPL
        1486209|Yekaterinburg|Екатеринбург|Екацярынбург|RU|56.8575|60.6125|1287573|Asia/Yekaterinburg|PPL
        1496747|Novosibirsk|Новосибирск|Новасібірск|RU|55.0415|82.9346|1419007|Asia/Novosibirsk|PPL
        2023469|Irkutsk|Иркутск|Іркуцк|RU|52.2978|104.2964|586695|Asia/Irkutsk|PPL
        2013348|Vladivostok|Владивосток|Уладзівасток|RU|43.1056|131.8735|587022|Asia/Vladivostok|PPL
        524305|Murmansk|Мурманск|Мурманск|RU|68.9792|33.0925|319263|Europe/Moscow|PPL
        2013159|Yakutsk|Якутск|Якуцк|RU|62.0339|129.7331|235600|Asia/Yakutsk|PPL
        703448|Kyiv|Киев|Кіеў|UA|50.4547|30.5238|2514227|Europe/Kiev|PPLC
        702550|Lviv|Львов|Львоў|UA|49.8383|24.0232|717803|Europe/Kiev|PPL
        698740|Odesa|Одесса|Адэса|UA|46.4775|30.7326|1001558|Europe/Kiev|PPL
        593116|Vilnius|Вильнюс|Вільнюс|LT|54.6892|25.2798|542366|Europe/Vilnius|PPLC
        598316|Kaunas|Каунас|Каўнас|LT|54.9000|23.9000|374643|Europe/Vilnius|PPL
        456172|Riga|Рига|Рыга|LV|56.9460|24.1059|742572|Europe/Riga|PPLC
        460413|Daugavpils|Даугавпилс|Даўгаўпілс|LV|55.8833|26.5333|111564|Europe/Riga|PPL
        588409|Tallinn|Таллин|Талін|EE|59.4370|24.7535|394024|Europe/Tallinn|PPLC
        756135|Warsaw|Варшава|Варшава|PL|52.2298|21.0118|1702139|Europe/Warsaw|PPLC
        3094802|Kraków|Краков|Кракаў|PL|50.0833|19.9167|755050|Europe/Warsaw|PPL
        776069|Białystok|Белосток|Беласток|PL|53.1333|23.1500|291855|Europe/Warsaw|PPL
        658225|Helsinki|Хельсинки|Хельсінкі|FI|60.1695|24.9354|558457|Europe/Helsinki|PPLC
        2673730|Stockholm|Стокгольм|Стокгольм|SE|59.3326|18.0649|1253309|Europe/Stockholm|PPLC
        3143244|Oslo|Осло|Осла|NO|59.9127|10.7461|580000|Europe/Oslo|PPLC
        3133895|Tromsø|Тромсё|Тромсё|NO|69.6489|18.9551|52436|Europe/Oslo|PPL
        2618425|Copenhagen|Копенгаген|Капенгаген|DK|55.6759|12.5655|1153615|Europe/Copenhagen|PPLC
        3413829|Reykjavik|Рейкьявик|Рэйк’явік|IS|64.1355|-21.8954|113906|Atlantic/Reykjavik|PPLC
        2950159|Berlin|Берлин|Берлін|DE|52.5244|13.4105|3426354|Europe/Berlin|PPLC
        2867714|Munich|Мюнхен|Мюнхен|DE|48.1374|11.5755|1260391|Europe/Berlin|PPL
        2925533|Frankfurt am Main|Франкфурт-на-Майне|Франкфурт-на-Майне|DE|50.1167|8.6833|650000|Europe/Berlin|PPL
        2761369|Vienna|Вена|Вена|AT|48.2085|16.3721|1691468|Europe/Vienna|PPLC
        2657896|Zürich|Цюрих|Цюрых|CH|47.3667|8.5500|341730|Europe/Zurich|PPL
        3067696|Prague|Прага|Прага|CZ|50.0880|14.4208|1165581|Europe/Prague|PPLC
        3060972|Bratislava|Братислава|Браціслава|SK|48.1482|17.1067|423737|Europe/Bratislava|PPLC
        3054643|Budapest|Будапешт|Будапешт|HU|47.4980|19.0399|1696128|Europe/Budapest|PPLC
        683506|Bucharest|Бухарест|Бухарэст|RO|44.4323|26.1063|1877155|Europe/Bucharest|PPLC
        727011|Sofia|София|Сафія|BG|42.6975|23.3241|1152556|Europe/Sofia|PPLC
        792680|Belgrade|Белград|Бялград|RS|44.8040|20.4651|1273651|Europe/Belgrade|PPLC
        264371|Athens|Афины|Афіны|GR|37.9794|23.7162|729137|Europe/Athens|PPLC
        3169070|Rome|Рим|Рым|IT|41.8947|12.4839|2563241|Europe/Rome|PPLC
        3173435|Milan|Милан|Мілан|IT|45.4643|9.1895|1306661|Europe/Rome|PPL
        2988507|Paris|Париж|Парыж|FR|48.8534|2.3488|2138551|Europe/Paris|PPLC
        2972315|Toulouse|Тулуза|Тулуза|FR|43.6043|1.4437|433055|Europe/Paris|PPL
        2800866|Brussels|Брюссель|Брусель|BE|50.8505|4.3488|1019022|Europe/Brussels|PPLC
        2759794|Amsterdam|Амстердам|Амстэрдам|NL|52.3740|4.8897|741636|Europe/Amsterdam|PPLC
        2643743|London|Лондон|Лондан|GB|51.5085|-0.1257|7556900|Europe/London|PPLC
        2650225|Edinburgh|Эдинбург|Эдынбург|GB|55.9521|-3.1965|435791|Europe/London|PPL
        2964574|Dublin|Дублин|Дублін|IE|53.3440|-6.2672|1024027|Europe/Dublin|PPLC
        3117735|Madrid|Мадрид|Мадрыд|ES|40.4165|-3.7026|3255944|Europe/Madrid|PPLC
        3128760|Barcelona|Барселона|Барселона|ES|41.3888|2.1590|1621537|Europe/Madrid|PPL
        2267057|Lisbon|Лиссабон|Лісабон|PT|38.7167|-9.1333|517802|Europe/Lisbon|PPLC
        745044|Istanbul|Стамбул|Стамбул|TR|41.0138|28.9497|11174257|Europe/Istanbul|PPL
        323786|Ankara|Анкара|Анкара|TR|39.9199|32.8543|3517182|Europe/Istanbul|PPLC
        611717|Tbilisi|Тбилиси|Тбілісі|GE|41.6941|44.8337|1049498|Asia/Tbilisi|PPLC
        616052|Yerevan|Ереван|Ерэван|AM|40.1811|44.5136|1093485|Asia/Yerevan|PPLC
        587084|Baku|Баку|Баку|AZ|40.3777|49.8920|1116513|Asia/Baku|PPLC
        618426|Chisinau|Кишинёв|Кішынёў|MD|47.0056|28.8575|635994|Europe/Chisinau|PPLC
        1526273|Astana|Астана|Астана|KZ|51.1801|71.4460|345604|Asia/Almaty|PPLC
        1526384|Almaty|Алматы|Алматы|KZ|43.2500|76.9500|2000900|Asia/Almaty|PPL
        1512569|Tashkent|Ташкент|Ташкент|UZ|41.2647|69.2163|1978028|Asia/Tashkent|PPLC
        112931|Tehran|Тегеран|Тэгеран|IR|35.6944|51.4215|7153309|Asia/Tehran|PPLC
        281184|Jerusalem|Иерусалим|Іерусалім|IL|31.7790|35.2253|714000|Asia/Jerusalem|PPLC
        292223|Dubai|Дубай|Дубай|AE|25.2582|55.3047|1137347|Asia/Dubai|PPL
        360630|Cairo|Каир|Каір|EG|30.0626|31.2497|7734614|Africa/Cairo|PPLC
        2332459|Lagos|Лагос|Лагос|NG|6.4531|3.3958|9000000|Africa/Lagos|PPL
        184745|Nairobi|Найроби|Найробі|KE|-1.2833|36.8167|2750547|Africa/Nairobi|PPLC
        3369157|Cape Town|Кейптаун|Кейптаун|ZA|-33.9258|18.4232|3433441|Africa/Johannesburg|PPL
        1273294|Delhi|Дели|Дэлі|IN|28.6667|77.2167|10927986|Asia/Kolkata|PPLC
        1275339|Mumbai|Мумбаи|Мумбаі|IN|19.0144|72.8479|12691836|Asia/Kolkata|PPL
        1816670|Beijing|Пекин|Пекін|CN|39.9075|116.3972|7480601|Asia/Shanghai|PPLC
        1796236|Shanghai|Шанхай|Шанхай|CN|31.2222|121.4581|14608512|Asia/Shanghai|PPL
        1850147|Tokyo|Токио|Токіа|JP|35.6149|139.5813|8336599|Asia/Tokyo|PPLC
        1835848|Seoul|Сеул|Сеул|KR|37.5683|126.9778|10349312|Asia/Seoul|PPLC
        1609350|Bangkok|Бангкок|Бангкок|TH|13.7500|100.5167|5104476|Asia/Bangkok|PPLC
        1880252|Singapore|Сингапур|Сінгапур|SG|1.2897|103.8501|3547809|Asia/Singapore|PPLC
        1642911|Jakarta|Джакарта|Джакарта|ID|-6.2146|106.8451|8540121|Asia/Jakarta|PPLC
        2147714|Sydney|Сидней|Сідней|AU|-33.8678|151.2073|4394576|Australia/Sydney|PPL
        2063523|Perth|Перт|Перт|AU|-31.9333|115.8333|1446704|Australia/Perth|PPL
        2193733|Auckland|Окленд|Окленд|NZ|-36.8667|174.7667|417910|Pacific/Auckland|PPL
        5128581|New York|Нью-Йорк|Нью-Ёрк|US|40.7143|-74.0060|8175133|America/New_York|PPL
        4887398|Chicago|Чикаго|Чыкага|US|41.8500|-87.6500|2695598|America/Chicago|PPL
        5419384|Denver|Денвер|Дэнвер|US|39.7392|-104.9847|600158|America/Denver|PPL
        5368361|Los Angeles|Лос-Анджелес|Лос-Анджэлес|US|34.0522|-118.2437|3792621|America/Los_Angeles|PPL
        5856195|Honolulu|Гонолулу|Гонолулу|US|21.3069|-157.8583|371657|Pacific/Honolulu|PPL
        5879400|Anchorage|Анкоридж|Анкоридж|US|61.2181|-149.9003|291826|America/Anchorage|PPL
        6167865|Toronto|Торонто|Таронта|CA|43.7001|-79.4163|4612191|America/Toronto|PPL
        6173331|Vancouver|Ванкувер|Ванкувер|CA|49.2497|-123.1193|1837969|America/Vancouver|PPL
        3530597|Mexico SimulatedCity|Мехико|Мехіка|MX|19.4285|-99.1277|12294193|America/Mexico_City|PPLC
        3553478|Havana|Гавана|Гавана|CU|23.1330|-82.3830|2163824|America/Havana|PPLC
        3688689|Bogotá|Богота|Багата|CO|4.6097|-74.0817|7102602|America/Bogota|PPLC
        3936456|Lima|Лима|Ліма|PE|-12.0432|-77.0282|7737002|America/Lima|PPLC
        3469058|Brasilia|Бразилиа|Бразілія|BR|-15.7797|-47.9297|2207718|America/Sao_Paulo|PPLC
        3448439|São Paulo|Сан-Паулу|Сан-Паулу|BR|-23.5475|-46.6361|10021295|America/Sao_Paulo|PPL
        3435910|Buenos Aires|Буэнос-Айрес|Буэнос-Айрес|AR|-34.6131|-58.3772|13076300|America/Argentina/Buenos_Aires|PPLC
        3871336|Santiago|Сантьяго|Сант’яга|CL|-33.4263|-70.5666|4837295|America/Santiago|PPLC
        3833367|Ushuaia|Ушуая|Ушуая|AR|-54.8000|-68.3000|58028|America/Argentina/Ushuaia|PPL
        """
}
