/**
 * The words that passwords begin with in the languages of the pages, the most common first in every line; the
 * dictionaries of the library know English alone. Kazakh and Russian are here in their own letters, too.
 */
const lines = [
  // Words for passwords and for getting in.
  'contraseña clave acceso entrar secreto usuario administrador bienvenido bienvenida bienvenidos hola',
  'пароль ключ доступ вход секрет пользователь администратор админ привет здравствуйте добропожаловать войти',
  'құпиясөз құпия кілт кіру қолданушы пайдаланушы әкімші сәлем сәлеметсізбе қошкелдіңіз қошкелдіңіздер парольсөз',
  'wachtwoord sleutel toegang geheim gebruiker beheerder welkom hallo inloggen hoi goedendag',
  'parol kliuch klyuch dostup vhod sekret polzovatel privet zdravstvuy zdravstvuyte administrator',
  'qupiyasoz kupiyasoz qupiasoz kupiasoz qupia kupia kilt salem salemetsizbe qoshkeldiniz koshkeldiniz akimshi',
  // Love and family.
  'teamo tequiero amor miamor mivida corazon cariño princesa princesita hermosa bonita familia mama papa bebe hijo hija',
  'любимая любимый любовь люблю люблютебя солнышко солнце зайка малышка котенок принцесса семья мама папа мамочка сынок дочка моялюбовь',
  'махаббат сүйемін жаным айналайын күнім отбасы ана әке анашым бала балам қызым ұлым бауырым апа ата әже жанұя',
  'liefde liefje schatje schat ikhouvanjou mijnliefde prinses familie mama papa baby dochter zoon lieverd engel',
  'lubimaya lyubimaya lubimiy lyubimiy lubov lyubov lublu lyublyu solnyshko solnce zaika zayka malyshka kotenok princessa semya mamochka',
  'mahabbat suiemin suyemin zhanym janym ainalaiyn aynalayin kunim otbasy balam qyzym kyzym ulym bauyrym anashym',
  // Months.
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь',
  'қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'yanvar fevral mart aprel iyun iyul avgust sentyabr oktyabr noyabr dekabr',
  'qantar kantar aqpan akpan nauryz sauir mamyr mausym shilde tamyz qyrkuiek kyrkuiek qazan qarasha karasha zheltoqsan zheltoksan jeltoqsan',
  // Seasons and days.
  'primavera verano otoño invierno lunes martes miercoles jueves viernes sabado domingo',
  'весна лето осень зима понедельник вторник среда четверг пятница суббота воскресенье',
  'көктем жаз күз қыс дүйсенбі сейсенбі сәрсенбі бейсенбі жұма сенбі жексенбі',
  'lente zomer herfst winter maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
  'vesna leto osen zima ponedelnik vtornik sreda chetverg pyatnica subbota voskresenie',
  'koktem zhaz kuz qys duisenbi seisenbi sarsenbi beisenbi zhuma senbi zheksenbi',
  // Places.
  'españa madrid barcelona sevilla valencia mexico argentina colombia peru chile',
  'россия москва питер петербург казахстан алматы астана шымкент караганда сибирь родина',
  'қазақстан қарағанды атырау ақтау ақтөбе отан туғанжер елім дала',
  'nederland holland amsterdam rotterdam utrecht denhaag eindhoven oranje vaderland',
  'rossiya moskva piter kazakhstan qazaqstan kazahstan almaty astana shymkent karaganda qaragandy rodina',
  // Football.
  'realmadrid futbol campeon campeones equipo gol atletico deportivo',
  'футбол спартак зенит динамо локомотив чемпион чемпионы команда ростов торпедо крылья',
  'кайрат қайрат тобол ордабасы жеңіс чемпионат допшы',
  'voetbal feyenoord ajax psv twente kampioen kampioenen vitesse',
  'futbol spartak zenit dinamo lokomotiv chempion kairat qairat tobol ordabasy zhenis',
  // Work, animals, the world, and what comes to mind first.
  'trabajo empresa seguridad oficina dinero libertad estrella mariposa perro gato tigre dragon dios jesus internet ordenador',
  'работа компания безопасность офис деньги свобода звезда бабочка собака кошка тигр дракон волк медведь компьютер интернет удача жизнь счастье весело красота',
  'жұмыс компания қауіпсіздік кеңсе ақша бостандық жұлдыз көбелек ит мысық жолбарыс айдаһар қасқыр арыстан компьютер бақыт өмір',
  'werk bedrijf veiligheid kantoor geld vrijheid ster vlinder hond kat tijger draak voetganger computer geluk leven fiets',
  'rabota kompaniya bezopasnost dengi svoboda zvezda sobaka koshka tigr volk medved kompyuter udacha zhizn schastie',
  'zhumys jumys qauipsizdik kauipsizdik aqsha aksha bostandyq zhuldyz juldyz mysyq zholbarys qasqyr kaskyr arystan baqyt bakyt omir',
  'qwerty йцукен фыва фывапролдж ячсмить',
];

/** Passphrases that books and comics have made famous: as a whole they are one word. */
const famous = [
  'correct horse battery staple',
  'correct horse battery',
  'correct horse',
  'battery staple',
  'horse battery',
  'my voice is my passport',
  'open sesame',
  'to be or not to be',
  'the quick brown fox',
  'jumps over the lazy dog',
  'may the force be with you',
  'let me in please',
  'en un lugar de la mancha',
  'съешь ещё этих мягких французских булок',
  'мороз и солнце',
];

/** As somebody types it who saves the accents: `contraseña` and `contrasena`, `любимый` and `любимыи`. */
export const withoutAccents = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');

const spaced = famous.flatMap((phrase) =>
  [' ', '', '-', '_', '.'].map((mark) => phrase.replaceAll(' ', mark)),
);

/** A dictionary for zxcvbn, without accents and in lower case, the most common first. */
export const commonWords: string[] = [
  ...new Set([...lines.flatMap((line) => line.split(' ')), ...spaced].map(withoutAccents)),
];
