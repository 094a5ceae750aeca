import { type CodeList, codesOf, labelsOf } from '../code-list.js';

const source = 'Occupational Injury and Illness Classification System 2.01, Bureau of Labor Statistics';
/** The divisions are listed; codes of two to four digits are theirs by the first digit. */
const oiics = {
  scheme: 'oiics',
  source,
  sourceDate: '2012-01-01',
  detail: { pattern: /^[1-9]\d{1,3}$/, parentOf: (code: string) => code.slice(0, 1) },
} as const;

const NONCLASSIFIABLE =
  '9999 | Nonclassifiable | No clasificable | Не поддаётся классификации | Жіктелмейтін | Niet te classificeren';

export const oiicsLists: CodeList[] = [
  {
    name: 'nature',
    labels: labelsOf(
      'Nature of injury or illness | Naturaleza de la lesión o enfermedad | Характер травмы или заболевания | Жарақаттың немесе аурудың сипаты | Aard van het letsel of de ziekte',
    ),
    ...oiics,
    codes: codesOf(`
1 | Traumatic injuries and disorders | Lesiones y trastornos traumáticos | Травмы и травматические расстройства | Жарақаттар мен травмалық бұзылыстар | Traumatisch letsel en traumatische aandoeningen
2 | Diseases and disorders of body systems | Enfermedades y trastornos de los sistemas del cuerpo | Болезни и расстройства систем организма | Ағза жүйелерінің аурулары мен бұзылыстары | Ziekten en aandoeningen van lichaamsstelsels
3 | Infectious and parasitic diseases | Enfermedades infecciosas y parasitarias | Инфекционные и паразитарные болезни | Жұқпалы және паразиттік аурулар | Infectie- en parasitaire ziekten
4 | Neoplasms, tumors, and cancer | Neoplasias, tumores y cáncer | Новообразования, опухоли и рак | Ісіктер мен қатерлі ісіктер | Neoplasmata, tumoren en kanker
5 | Symptoms, signs, and ill-defined conditions | Síntomas, signos y estados mal definidos | Симптомы, признаки и неточно обозначенные состояния | Белгілер мен анық емес жай-күйлер | Symptomen en onduidelijke toestanden
6 | Other diseases, conditions, and disorders | Otras enfermedades, afecciones y trastornos | Прочие болезни, состояния и расстройства | Басқа аурулар, жай-күйлер мен бұзылыстар | Overige ziekten en aandoeningen
7 | Exposures to disease, no illness incurred | Exposición a enfermedades, sin enfermar | Контакт с болезнью без заболевания | Ауруға шалдықпаған байланыс | Blootstelling aan ziekte, zonder ziek te worden
8 | Multiple diseases, conditions, and disorders | Enfermedades, afecciones y trastornos múltiples | Множественные болезни, состояния и расстройства | Көптеген аурулар мен бұзылыстар | Meerdere ziekten en aandoeningen
${NONCLASSIFIABLE}`),
  },
  {
    name: 'bodyParts',
    labels: labelsOf(
      'Part of body affected | Parte del cuerpo afectada | Поражённая часть тела | Зақымдалған дене мүшесі | Getroffen lichaamsdeel',
    ),
    ...oiics,
    codes: codesOf(`
1 | Head | Cabeza | Голова | Бас | Hoofd
2 | Neck, including throat | Cuello, incluida la garganta | Шея, включая горло | Мойын, тамақты қоса | Hals en keel
3 | Trunk | Tronco | Туловище | Дене тұлғасы | Romp
4 | Upper extremities | Extremidades superiores | Верхние конечности | Қолдар | Bovenste ledematen
5 | Lower extremities | Extremidades inferiores | Нижние конечности | Аяқтар | Onderste ledematen
6 | Body systems | Sistemas del cuerpo | Системы организма | Ағза жүйелері | Lichaamsstelsels
8 | Multiple body parts | Varias partes del cuerpo | Несколько частей тела | Бірнеше дене мүшесі | Meerdere lichaamsdelen
9 | Other body parts | Otras partes del cuerpo | Другие части тела | Басқа дене мүшелері | Overige lichaamsdelen
${NONCLASSIFIABLE}`),
  },
  {
    name: 'eventOrExposure',
    labels: labelsOf(
      'Event or exposure | Suceso o exposición | Событие или воздействие | Оқиға немесе әсер | Gebeurtenis of blootstelling',
    ),
    ...oiics,
    codes: codesOf(`
1 | Violence and other injuries by persons or animals | Violencia y otras lesiones por personas o animales | Насилие и другие травмы от людей или животных | Адамдар мен жануарлардан болған зорлық пен жарақаттар | Geweld en ander letsel door mensen of dieren
2 | Transportation incidents | Incidentes de transporte | Транспортные происшествия | Көлік оқиғалары | Vervoersongevallen
3 | Fires and explosions | Incendios y explosiones | Пожары и взрывы | Өрттер мен жарылыстар | Branden en explosies
4 | Falls, slips, trips | Caídas, resbalones y tropiezos | Падения, поскальзывания, спотыкания | Құлау, таю, сүріну | Vallen, uitglijden, struikelen
5 | Exposure to harmful substances or environments | Exposición a sustancias o ambientes nocivos | Воздействие вредных веществ или среды | Зиянды заттардың немесе ортаның әсері | Blootstelling aan schadelijke stoffen of omgevingen
6 | Contact with objects and equipment | Contacto con objetos y equipos | Контакт с предметами и оборудованием | Заттармен және жабдықпен жанасу | Contact met voorwerpen en uitrusting
7 | Overexertion and bodily reaction | Sobreesfuerzo y reacción corporal | Перенапряжение и реакция организма | Шамадан тыс күш түсіру және ағза реакциясы | Overbelasting en lichamelijke reactie
${NONCLASSIFIABLE}`),
  },
  {
    name: 'source',
    labels: labelsOf(
      'Source of injury or illness | Agente de la lesión o enfermedad | Источник травмы или заболевания | Жарақаттың немесе аурудың көзі | Bron van het letsel of de ziekte',
    ),
    ...oiics,
    codes: codesOf(`
1 | Chemicals and chemical products | Sustancias y productos químicos | Химические вещества и продукты | Химиялық заттар мен өнімдер | Chemicaliën en chemische producten
2 | Containers, furniture, and fixtures | Recipientes, muebles y accesorios | Ёмкости, мебель и арматура | Ыдыстар, жиһаз және жабдықтар | Houders, meubilair en inrichting
3 | Machinery | Maquinaria | Машины | Машиналар | Machines
4 | Parts and materials | Piezas y materiales | Детали и материалы | Бөлшектер мен материалдар | Onderdelen en materialen
5 | Persons, plants, animals, and minerals | Personas, plantas, animales y minerales | Люди, растения, животные и минералы | Адамдар, өсімдіктер, жануарлар және минералдар | Personen, planten, dieren en mineralen
6 | Structures and surfaces | Estructuras y superficies | Сооружения и поверхности | Құрылыстар мен беттер | Constructies en oppervlakken
7 | Tools, instruments, and equipment | Herramientas, instrumentos y equipos | Инструменты, приборы и оборудование | Құралдар, аспаптар және жабдық | Gereedschap, instrumenten en uitrusting
8 | Vehicles | Vehículos | Транспортные средства | Көлік құралдары | Voertuigen
9 | Other sources | Otros agentes | Прочие источники | Басқа көздер | Overige bronnen
${NONCLASSIFIABLE}`),
  },
];
