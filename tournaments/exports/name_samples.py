"""Names and headings from which ``encodings`` learns adjacent letters."""

from typing import Final

LATIN: Final = """
Zvač Tkač Orač Kopač Mač Kolač Krpač Igrač Zvala Točaka Učenik Učenica
René Renée Régis Rémi Rémy André Andrée Andréa Hélène Élodie Éric Étienne Édouard Éva Émile Émilie
Élise Élisabeth Éléonore Éliane Évelyne Agnès Aimé Aimée Anaïs Angèle Audrey Barthélemy Béatrice
Bérénice Bénédicte Benoît Benoîte Cécile Céline Cédric Célestin Chloé Clément Clémence Clémentine
Daphné Denis Désiré Désirée Didier Dorothée Eugène Eugénie Félix Félicie Félicité François
Françoise Frédéric Frédérique Gaël Gaëlle Geneviève Geoffroy Gérard Géraldine Gilberte Grégoire
Grégory Hervé Héloïse Inès Irène Irénée Isaïe Jérôme Jérémie Jérémy Joël Joëlle José Josée
Joséphine Léa Léo Léon Léonie Léopold Léonard Loïc Loïs Maël Maëlle Maïté Mélanie Mélissa Michèle
Michaël Mickaël Noé Noël Noëlle Noémie Océane Ophélie Pénélope Raphaël Raphaëlle Raphaële Rébecca
Salomé Sébastien Ségolène Séverine Sévérine Solène Stéphane Stéphanie Théo Théodore Théophile
Thérèse Timothée Valérie Valère Valéry Véronique Zoé Lætitia Lucrèce Hermès Moïse Naïma Aïcha Zaïd
Saïd Désirat Aurélie Aurélien Adélaïde Adèle Amédée Amélie Anaëlle Arsène Athénaïs Barnabé Blé
Crépin Cyprien Dieudonné Février Décembre Noëlie Façon Besançon Garçon Français Françon Laîné
Lefèvre Lefèbvre Lefébure Leclère Legrève Bélanger Bérard Bérenger Bézier Blériot Blériaux Boulangé
Brémond Brézé Brûlé Château Châtelain Chénier Chéreau Côté Coté Crémieux Crépeau Créteil Daumière
Debré Décarie Delacroix Deschênes Dubé Dupré Duprès Dufrêne Duchêne Duchâteau Dès Fabrègues Faÿ
Fèvre Fauré Ferré Forêt Frémont Frère Gagné Garnier Gaétan Gaétane Géry Goût Gréco Grévin Guérin
Guéret Hébert Héraud Hérault Imbért Labbé Lachaîne Lafrenière Lagacé Larivière Lamèche Laîné
Lavallée Levêque Lévêque Lévesque Lévy Lemaître Maître Maréchal Marchéal Ménard Mérieux Mézière
Mâcon Molière Morère Nadège Nègre Noblé Père Péguy Pérès Périer Pérrin Perréal Piètre Poincaré Pré
Prévert Prévost Prévôt Queneau Rivière Rochère Rougé Saint-Exupéry Ségur Sénéchal Sérurier Séguin
Tézenas Thévenet Thibodeau Thiébaut Trémolières Trouvé Truchère Vallée Verlaine Vérité Viète Vézina
Villière Île Îles Âge Ève Ça À Où Être Cœur Sœur Bœuf Lebœuf Lœuillet Jeanne-Thérèse Pié Fée Rosée
Musée Année Allée Bonté Beauté Santé été Crème Thème Bœufs Gaël Öhler Équipe Prénom Prénoms Numéro
Téléphone Déclarant Enchère Étui Réserve Catégorie Équipes Licencié Pays Présent Payé Invité
Invitée Réglé Créé Clé à et où été Préféré Mâle Tête Fête Même Bête Pâques Tâche Pêcheur Évêque
Jürgen Müller Käthe Groß Jörg Schäfer Günter Günther Götz Gött Hölderlin Köhler Kühn Kühne Krüger
Krämer König Königs Löwe Löffler Lübeck Lüders Möller Mörike Münch Nägele Nürnberger Öttinger
Österreich Özdemir Pfäffle Rösler Rössler Röder Rüdiger Sänger Schäffer Schönberg Schröder Schröer
Schütz Schütze Schümann Strauß Strößner Preuß Weiß Weiße Weißmann Hauß Heß Voß Vöß Bräuer Bäcker
Bärbel Böhm Böhme Böll Börner Büchner Büttner Dörr Döring Dürer Düsseldorf Färber Förster Fürst
Fröhlich Frühling Gräf Gärtner Größe Grün Grüne Händel Häußler Höfer Höhn Hölzl Hübner Hülsmann
Jäger Jänicke Jöns Süß Süßmann Thüringer Übel Überall Ülrich Vögele Völker Wächter Wörner Wüst
Würth Zöllner Zürcher Änne Ärmel Noöh Björn Söhne Töpfer Köln München Mädchen Frau Straße Großmann
Fuß Nuß Roß Spieler Rückwärts Zoë Loïs Chloë Raphaëla Daniël Daniëlle Michaëla Joël Noëlla Rafaël
Israël Gaëtan Ismaël Samuël Emanuël Mariëtte Mariëlle Adriëlle Jozefiën Floriën Juliën Sabriën
Karoliën Beëlen België Coëtzee Poëlman Geïrnaert Maïke Anaïs Leïla Loïse Cornéel Reneé Thijssën
Sémard Carré Hélder André Desirée Naëlle Češka Čedomir Čović Čačić Čolak Čuljak Čavić Čižmek Čulina
Čubrić Čop Čupić Čelik Ćiro Ćosić Ćurić Ćuk Ćorić Ćaleta Ćavar Ćelić Ćurković Ćorluka Đuro Đurđa
Đurđica Đurđević Đurić Đorđe Đorđević Đoković Đukić Đakić Đokić Đerek Đikić Anđela Anđelka Anđelko
Anđelić Tomislav Šime Šimun Šimić Šimunić Šarić Šuker Šesto Špiro Štefica Štefan Štefanić Štimac
Šušnjar Šušak Šola Šoštarić Škoro Škoda Švarc Šćepan Žarko Željko Željka Željana Žana Žanić Živko
Živković Žagar Žalac Žerjav Županić Žuvić Žužul Žutić Božo Božidar Božica Božena Božić Nežić Drażen
Dražen Dražan Draženka Krešimir Krešo Mišo Miško Miša Tomaš Lukaš Nataša Saša Maša Daša Aleša Aleš
Uroš Miloš Miloša Dušan Dušanka Dušica Duško Boško Boškić Bošković Ivanišević Ivaniš Marić Petrović
Petrić Jovanović Nikolić Marković Ilić Pavlović Popović Kovač Kovačić Kovačević Kovačev Babić
Horvatić Novačić Jurić Vuković Vučić Vučković Vukić Perić Peričić Perišić Perković Tomić Tomašić
Tomašević Matić Matijević Blažević Blaž Blažić Blažek Knežević Knežić Lovrić Lončar Lončarić Pavić
Radić Radičević Rakitić Modrić Mandžukić Mandić Brozović Kramarić Gvardiol Livaković Sučić Pašalić
Pašić Bašić Hadžić Hadži Hodžić Dedić Begić Begović Mihaljević Mijić Mijatović Grgić Grubišić Grbić
Crnčić Crnić Bijelić Zelenić Galić Gašpar Gašparić Gašić Golubić Jakšić Jukić Jurišić Katić Klarić
Kožul Krišto Kružić Kučan Kuzmić Lučić Lučka Lučan Ljubičić Ljubić Maček Mačić Mesić Milanović
Milošević Mlinarić Mirić Mišković Mršić Nemčić Obrenović Orešković Oršić Pačić Peć Peša Pintarić
Plenković Plečko Prša Puškarić Račan Račić Rašić Rajčević Raguž Ružić Ružica Sabljić Sertić
Slišković Stančić Stipić Šebrle Štrok Tadić Tadej Tokić Tudjman Tuđman Turčin Vidošević Vlašić
Vlaović Vrdoljak Vrančić Zubčić Zvonić Igrač Igrači Igračica Igrača Bilješka Član Članica Gošća
Plaćeno Drugi Trešnja Ponuđač Mjesto Vrijeme Dijeljenje Šifra Redni Četvrti Četvrta Točke Poštanski
Sjedište Šah Crvenić Kiš Bartoš Balaž Bačić Bačvarov Brčić Beč Zagorčić Krč Nováček Novák Nováková
Dvořák Dvořáková Svoboda Černý Černá Procházka Kučera Veselý Horák Němec Pokorný Král Růžička Beneš
Fiala Sedláček Doležal Zeman Kolář Kolářová Navrátil Čermák Vaněk Urban Blažek Kříž Kratochvíl
Kovář Bartoš Vlček Polák Konečný Malý Čech Štěpánek Štěpán Jiří Ondřej Tomáš Lukáš Matěj Zdeněk
Vojtěch Luboš Miloš Alžběta Běla Kateřina Lenka Věra Žofie Tereza Růžena Zuzana Ľubomír Ľudmila Ján
Peter Kováč Tóth Horváth Kováčová Łukasz Michał Paweł Stanisław Władysław Mirosław Bogusław Wacław
Zdzisław Małgorzata Wałęsa Nowakówna Wójcik Kamiński Lewandowski Zieliński Woźniak Dąbrowski
Kozłowski Jankowski Mazur Wojciechowski Kwiatkowski Krawczyk Kaczmarek Zając Król Wróbel Wróblewski
Wiśniewski Wieczorek Jabłoński Majewski Olszewski Jaworski Pawłowski Michałowski Sikorska Piątek
Bąk Gąsior Kołodziej Żak Żukowski Świątek Śliwiński Ścibor Źdźbło Gołębiewski Łęcki Łoś Ćwik
Różański Jędrzej Grażyna Bożena Elżbieta Kościuszko Mickiewicz Młynarski Zięba Kępa Księżniak
Stępień Szabó Kovács Tóth Nagy Kiss Horváth Varga Németh Farkas Papp Juhász Lakatos Mészáros Oláh
Szűcs Szőke Gál Fehér Balázs Győző György Gergő László István József János Gábor Zoltán Zsófia
Péter Tamás Ágnes Éva Erzsébet Kálmán Mária Mátyás Ernő Jenő Dezső Fülöp Bűvös Hajdú Pálfi Pál Ádám
Ákos Árpád Ödön Ülle Csörgő Ştefan Ţepeş Băsescu Năstase Ionaş Cătălin Cătălina Mădălina Bogdănescu
Rădulescu Râul Îonescu Mureşan Brâncuşi Stănescu Dăncilă Tănase Dumitraşcu Şerban Vasâlache Bălan
Munteănu José María Jesús Ángel Andrés Adrián Álvaro Óscar Raúl Ramón Rubén Sofía Lucía Inés Íñigo
Iñaki Begoña Begoñe Muñoz Núñez Peña Ibáñez Yáñez Castañeda Castaño González Rodríguez Fernández
López Martínez Sánchez Pérez Gómez Jiménez Hernández Díaz Álvarez Gutiérrez Domínguez Vázquez
García Ruíz Suárez Ortúzar Martín Simón Ramírez Benítez Velázquez João José Antônio Conceição
Assunção Magalhães Guimarães Simões Camões Gonçalves Gonçalo Mendonça Lourenço França Graça Inês
Luís Luísa Sérgio Mónica Vitória Patrícia Cláudia Cândida Flávio Júlio Júlia Lúcia Fátima Araújo
Antão Falcão Leitão Galvão Brandão Romão Sebastião Cristóvão Nicolò Niccolò Mosè Noè Cantù Forlì
Donà Corrà Libertà Bontà Salò Morè Giosuè Zeffirìn Tentalù Åsa Åke Åberg Åström Öberg Östberg
Öström Björn Björk Björklund Sjöberg Sjögren Sjöström Lindström Bergström Söderberg Söderström
Söderlund Nyström Hedström Holmström Malmström Engström Wikström Håkan Håkansson Mårten Måns
Månsson Mårtensson Göran Gösta Jönsson Jörgen Märta Pär Pärsson Säfström Hägg Hägglund Bäckström
Bäck Sørensen Jørgensen Jørgen Søren Bjørn Bjørk Øyvind Øystein Ødegaard Østergaard Møller Nørgaard
Kjær Kjærgaard Skovgård Lærke Pålsson Pål Håkon Håvard Torbjørn Ståle Råd Gjermundsen Mågård Bø
Sæther Næss Ræder Sjøholm Ayşe Ahmet Yılmaz Şahin Çelik Çetin Çakır Yıldız Yıldırım Öztürk Özkan
Özgür Aydın Kılıç Arslan Doğan Doğu Aslan Koç Şimşek Özdemir Kurt Güneş Gül Gülşen Güler Işık Işıl
İbrahim İsmail Erdoğan Tuğba Tuğçe Oğuz Uğur Yağmur Bektaş Taş Kuş Barış Ünal Ümit Çağla Sarı
Kaplıca Hüseyin Müge Nurgül Süleyman Türkan Türk Yüksel Karagöz Gök Gökhan Görkem
"""
CYRILLIC: Final = """
Роза Бяла Иво Черен Ана Колева Явор Петров Иван Иванов Иванова Георги Георгиев Георгиева Димитър
Димитров Николай Николов Николова Стоян Стоянов Стефан Стефанов Мария Марин Маринов Маринова Христо
Христов Христова Тодор Тодоров Петър Петрова Елена Еленков Йордан Йорданов Йорданова Борис Борисов
Борисова Асен Асенов Атанас Атанасов Ангел Ангелов Ангелова Васил Василев Василева Владимир
Владимиров Галина Гергана Даниела Десислава Емил Емилия Живко Живков Здравко Златка Илия Илиев
Илиева Ирина Калина Калоян Кирил Кирилов Красимир Красимира Любомир Любен Людмила Мартин Милена
Мила Михаил Михайлов Надежда Невена Огнян Павел Павлов Пламен Пенка Пенчо Радослав Радка Румен
Румяна Светла Светлана Силвия Симеон Симеонов Снежана Соня Теодора Цветан Цветанов Цветелина Цоньо
Чавдар Чолаков Щерев Щерю Юлия Юлиян Юри Яна Янко Янков Добрев Дончев Дочев Дянков Желев Желязков
Заимов Кънев Кръстев Кръстьо Къдрева Лазаров Митев Митков Недялков Недялка Ненов Петкова Пейчев
Попов Попова Първанов Първан Рачев Русев Савов Славов Славчев Спасов Станчев Ташев Тончев Узунов
Филипов Филип Хаджиев Цанев Ценов Чернев Шишков Шопов Янев Ячев Бойко Бойчев Бистра Величко Велев
Върбан Върбанов Гочев Гюров Гълъбов Играч Играчи Двойка Име Фамилия Презиме Отбор Клуб Телефон
Партньор Участник Участници Номер Бележка Имейл Град Дата Час Кръг Маса Борд Обява Обявил Контра
Точки Раздаване Игра Спатия Каро Купа Пика Пас Север Юг Запад Изток Без Всичко коз първи втори и на
от Ђорђе Ђорђевић Јован Јовановић Јелена Никола Николић Марко Марковић Милан Милановић Петровић
Љубомир Љиљана Његош Његован Душан Стојан Стојановић Ћирић Ћосић Ћурчић Џорџ Џемал Жељко Вуковић
Вук Чеда Шимић Павловић Живковић Милошевић Ковачевић Илић Јанковић Гоце Ѓорѓи Ѓорѓиев Ќосев Стојче
Трајковски Јован Јовановски Ѕвезда Александр Алексей Андрей Дмитрий Сергей Юрий Евгений Алёна Фёдор
Пётр Семён Артём Кузнецов Смирнова Соловьёв Воробьёв Медведев Рыбаков Быков Крылов Малышев Чернышёв
Татьяна Наталья Ольга Дарья Мельников Эдуард Элла Эмма Щукин Шевченко Бондаренко Ткаченко
"""
