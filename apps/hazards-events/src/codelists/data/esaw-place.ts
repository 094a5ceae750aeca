import { type CodeList, codesOf, labelsOf } from '../code-list.js';
import { byTens, esaw, OTHER, UNKNOWN } from './esaw-common.js';

/** Where the person worked, and at what. */
export const esawPlaceLists: CodeList[] = [
  {
    name: 'esawWorkstation',
    labels: labelsOf('Workstation | Puesto de trabajo | Рабочее место | Жұмыс орны | Werkplek'),
    ...esaw,
    detail: null,
    codes: codesOf(`
0 | ${UNKNOWN}
1 | Usual workstation or within the usual local unit | Puesto habitual o dentro de la unidad local habitual | Обычное рабочее место или обычное подразделение | Әдеттегі жұмыс орны немесе бөлімшесі | Gebruikelijke werkplek of vestiging
2 | Occasional or mobile workstation, or on a journey for the employer | Puesto ocasional o móvil, o en viaje por cuenta de la empresa | Временное или передвижное место, или поездка по поручению | Уақытша немесе жылжымалы орын, не іссапар | Tijdelijke of mobiele werkplek, of onderweg voor de werkgever
9 | ${OTHER}`),
  },
  {
    name: 'esawWorkingEnvironment',
    labels: labelsOf('Working environment | Lugar | Производственная среда | Жұмыс ортасы | Werkomgeving'),
    ...esaw,
    detail: byTens,
    codes: codesOf(`
000 | ${UNKNOWN}
010 | Industrial site | Zona industrial | Промышленная площадка | Өнеркәсіп алаңы | Industrieterrein
020 | Construction site, opencast quarry or mine | Obra, cantera o mina a cielo abierto | Стройплощадка, карьер, открытый рудник | Құрылыс алаңы, карьер, ашық кеніш | Bouwplaats, steengroeve, dagbouwmijn
030 | Farming, breeding, fish farming, forest zone | Zona agrícola, ganadera, piscícola o forestal | Сельское, рыбное и лесное хозяйство | Ауыл, балық және орман шаруашылығы | Landbouw, veeteelt, visteelt, bosgebied
040 | Tertiary activity area, office, amusement area | Lugar de actividad terciaria, oficina, ocio | Сфера услуг, офис, место отдыха | Қызмет көрсету орны, кеңсе, демалыс орны | Dienstverlening, kantoor, recreatie
050 | Health establishment | Centro sanitario | Медицинское учреждение | Денсаулық сақтау мекемесі | Zorginstelling
060 | Public area | Lugar público | Общественное место | Қоғамдық орын | Openbare ruimte
070 | In the home | Domicilio | Жильё | Тұрғын үй | In huis
080 | Sports area | Zona deportiva | Спортивный объект | Спорт алаңы | Sportterrein
090 | In the air, elevated, excluding construction sites | En el aire, en altura, salvo obras | На высоте, кроме стройплощадок | Биіктікте, құрылыс алаңынан басқа | In de lucht of op hoogte, behalve bouwplaatsen
100 | Underground, excluding construction sites | Bajo tierra, salvo obras | Под землёй, кроме стройплощадок | Жер астында, құрылыс алаңынан басқа | Ondergronds, behalve bouwplaatsen
110 | On or over water, excluding construction sites | Sobre el agua, salvo obras | На воде, кроме стройплощадок | Су үстінде, құрылыс алаңынан басқа | Op of boven water, behalve bouwplaatsen
120 | In high pressure environments, excluding construction sites | En medio hiperbárico, salvo obras | В среде высокого давления, кроме стройплощадок | Жоғары қысымды ортада, құрылыс алаңынан басқа | Onder hoge druk, behalve bouwplaatsen
999 | ${OTHER}`),
  },
  {
    name: 'esawWorkingProcess',
    labels: labelsOf('Working process | Tipo de trabajo | Вид работы | Жұмыс түрі | Arbeidsproces'),
    ...esaw,
    detail: byTens,
    codes: codesOf(`
00 | ${UNKNOWN}
10 | Production, manufacturing, processing, storing | Producción, transformación, tratamiento, almacenamiento | Производство, обработка, хранение | Өндіру, өңдеу, сақтау | Productie, verwerking, opslag
20 | Excavation, construction, repair, demolition | Movimiento de tierras, construcción, reparación, demolición | Земляные работы, строительство, ремонт, снос | Жер жұмыстары, құрылыс, жөндеу, бұзу | Grondwerk, bouw, herstel, sloop
30 | Agricultural work, forestry, horticulture, fish farming, live animals | Trabajo agrícola, forestal, hortícola, piscícola, con animales vivos | Сельское и лесное хозяйство, садоводство, рыбоводство, животные | Ауыл және орман шаруашылығы, бағбандық, балық өсіру, жануарлар | Landbouw, bosbouw, tuinbouw, visteelt, levende dieren
40 | Service to enterprises or the public, intellectual activity | Servicios a empresas o al público, actividad intelectual | Услуги предприятиям и населению, умственный труд | Кәсіпорындар мен халыққа қызмет, ой еңбегі | Diensten aan bedrijven of publiek, denkwerk
50 | Other work related to 10, 20, 30 and 40 | Actividades conexas a 10, 20, 30 y 40 | Прочие работы, связанные с 10, 20, 30 и 40 | 10, 20, 30, 40 қатысты басқа жұмыстар | Ander werk in verband met 10, 20, 30 en 40
60 | Movement, sport, artistic activity | Circulación, deporte, actividad artística | Передвижение, спорт, искусство | Қозғалыс, спорт, өнер | Verplaatsing, sport, kunst
99 | ${OTHER}`),
  },
  {
    name: 'esawSpecificPhysicalActivity',
    labels: labelsOf(
      'Specific physical activity | Actividad física específica | Конкретное действие | Нақты әрекет | Specifieke fysieke activiteit',
    ),
    ...esaw,
    detail: byTens,
    codes: codesOf(`
00 | ${UNKNOWN}
10 | Operating machine | Operaciones con máquinas | Работа на машине | Машинамен жұмыс | Bedienen van een machine
20 | Working with hand-held tools | Trabajos con herramientas manuales | Работа ручным инструментом | Қол құралымен жұмыс | Werken met handgereedschap
30 | Driving or being on board a means of transport or handling equipment | Conducir o estar a bordo de un medio de transporte o equipo de carga | Управление транспортом или подъёмным средством, поездка на нём | Көлікті немесе жүк көтергішті жүргізу, онда болу | Besturen van of meerijden op transport- of hijsmiddelen
40 | Handling of objects | Manipulación de objetos | Обращение с предметами | Заттармен әрекет | Hanteren van voorwerpen
50 | Carrying by hand | Transporte manual | Переноска вручную | Қолмен тасу | Met de hand dragen
60 | Movement | Movimiento | Движение | Қозғалыс | Beweging
70 | Presence | Presencia | Присутствие | Болу | Aanwezigheid
99 | ${OTHER}`),
  },
];
