import { type CodeList, codesOf, labelsOf } from '../code-list.js';
import { byTens, esaw, OTHER, UNKNOWN } from './esaw-common.js';

/** The deviation, the agent that harmed, and the contact with it. */
export const esawCauseLists: CodeList[] = [
  {
    name: 'esawDeviation',
    labels: labelsOf('Deviation | Desviación | Отклонение | Ауытқу | Afwijkende gebeurtenis'),
    ...esaw,
    detail: byTens,
    codes: codesOf(`
00 | ${UNKNOWN}
10 | Electrical problems, explosion, fire | Problema eléctrico, explosión, fuego | Электричество, взрыв, пожар | Электр ақауы, жарылыс, өрт | Elektrische storing, explosie, brand
20 | Overflow, overturn, leak, flow, vaporisation, emission | Desbordamiento, vuelco, escape, derrame, vaporización, emanación | Перелив, опрокидывание, утечка, испарение, выброс | Тасу, аударылу, ағу, булану, шығарылу | Overlopen, omkiepen, lekken, verdampen, vrijkomen
30 | Breakage, bursting, slipping, fall, collapse of material agent | Rotura, estallido, resbalón, caída, derrumbamiento de un agente material | Поломка, разрыв, сползание, падение, обрушение предмета | Заттың сынуы, жарылуы, сырғуы, құлауы, опырылуы | Breken, barsten, wegglijden, vallen, instorten van een voorwerp
40 | Loss of control of machine, transport, tool, object, animal | Pérdida de control de máquina, transporte, herramienta, objeto, animal | Потеря контроля над машиной, транспортом, инструментом, предметом, животным | Машинаны, көлікті, құралды, затты, жануарды басқара алмау | Verlies van controle over machine, vervoermiddel, gereedschap, voorwerp, dier
50 | Slipping, stumbling and falling, fall of persons | Resbalón, tropiezo y caída de personas | Поскальзывание, спотыкание, падение человека | Таю, сүріну, адамның құлауы | Uitglijden, struikelen en vallen van personen
60 | Body movement without physical stress | Movimiento del cuerpo sin esfuerzo físico | Движение тела без физической нагрузки | Күш түсірмей дене қимылы | Lichaamsbeweging zonder fysieke belasting
70 | Body movement under or with physical stress | Movimiento del cuerpo con esfuerzo físico | Движение тела с физической нагрузкой | Күш түсіріп дене қимылы | Lichaamsbeweging met fysieke belasting
80 | Shock, fright, violence, aggression, threat, presence | Sorpresa, miedo, violencia, agresión, amenaza, presencia | Шок, испуг, насилие, нападение, угроза, присутствие | Есеңгіреу, қорқу, зорлық, шабуыл, қоқан-лоққы, болу | Schrik, geweld, agressie, bedreiging, aanwezigheid
99 | ${OTHER}`),
  },
  {
    name: 'esawContactMode',
    labels: labelsOf(
      'Contact, mode of injury | Contacto, modalidad de la lesión | Контакт, способ травмирования | Жанасу, жарақаттану тәсілі | Contact, wijze van verwonding',
    ),
    ...esaw,
    detail: byTens,
    codes: codesOf(`
00 | ${UNKNOWN}
10 | Electrical voltage, temperature, hazardous substances | Corriente eléctrica, temperatura, sustancias peligrosas | Ток, температура, опасные вещества | Ток, температура, қауіпті заттар | Elektrische spanning, temperatuur, gevaarlijke stoffen
20 | Drowned, buried, enveloped | Ahogamiento, sepultamiento, envoltura | Утопление, засыпание, окутывание | Суға бату, көмілу, оралу | Verdronken, bedolven, ingesloten
30 | Impact with or against a stationary object | Golpe contra un objeto inmóvil | Удар о неподвижный предмет | Қозғалмайтын затқа соғылу | Botsing tegen een stilstaand voorwerp
40 | Struck by object in motion, collision | Choque o golpe contra un objeto en movimiento | Удар движущимся предметом, столкновение | Қозғалыстағы заттың соғуы, соқтығысу | Geraakt door een bewegend voorwerp, botsing
50 | Sharp, pointed, rough, coarse material agent | Agente material cortante, punzante, duro | Острый, колющий, шероховатый предмет | Өткір, үшкір, кедір-бұдыр зат | Scherp, puntig, ruw voorwerp
60 | Trapped, crushed | Quedar atrapado, aplastado | Зажатие, сдавливание | Қысылып қалу, жаншылу | Bekneld, verpletterd
70 | Physical or mental stress | Sobreesfuerzo físico o psíquico | Физическая или психическая нагрузка | Дене немесе психикалық күш түсу | Fysieke of mentale belasting
80 | Bite, kick, by animal or human | Mordedura, patada, de animal o persona | Укус, удар животным или человеком | Тістеу, тебу, жануардан не адамнан | Beet, trap, door dier of mens
99 | ${OTHER}`),
  },
  {
    name: 'esawAgent',
    labels: labelsOf(
      'Material agent | Agente material | Материальный фактор | Материалдық фактор | Betrokken voorwerp',
    ),
    ...esaw,
    // 06.02, 0602 and 06020500 all belong to 06. Of 00 there are no agent, no information, and others.
    detail: {
      pattern: /^(?:00\.?(?:01|02|99)(?:\.?\d{2}){0,2}|(?:0[1-9]|[1-9]\d)(?:\.?\d{2}){1,3})$/,
      parentOf: (code) => code.slice(0, 2),
    },
    codes: codesOf(`
00 | No material agent or no information | Sin agente material o sin información | Нет предмета или нет сведений | Зат жоқ немесе мәлімет жоқ | Geen voorwerp of geen informatie
01 | Buildings, structures, surfaces at ground level | Edificios, estructuras, superficies al nivel del suelo | Здания, сооружения, поверхности на уровне земли | Жер деңгейіндегі ғимараттар, құрылыстар, беттер | Gebouwen, constructies, oppervlakken op de begane grond
02 | Buildings, structures, surfaces above ground level | Edificios, construcciones, superficies en altura | Здания, сооружения, поверхности на высоте | Биіктіктегі ғимараттар, құрылыстар, беттер | Gebouwen, constructies, oppervlakken op hoogte
03 | Buildings, structures, surfaces below ground level | Edificios, construcciones, superficies en profundidad | Здания, сооружения, поверхности под землёй | Жер астындағы ғимараттар, құрылыстар, беттер | Gebouwen, constructies, oppervlakken onder de grond
04 | Supply and distribution systems, pipe networks | Dispositivos de distribución de materia, canalizaciones | Системы подачи и распределения, трубопроводы | Жеткізу және тарату жүйелері, құбырлар | Toevoer- en distributiesystemen, leidingnetten
05 | Motors, energy transmission and storage | Motores, transmisión y almacenamiento de energía | Двигатели, передача и накопление энергии | Қозғалтқыштар, энергия беру және жинақтау | Motoren, overbrenging en opslag van energie
06 | Hand tools, not powered | Herramientas manuales sin motor | Ручной инструмент без привода | Қозғалтқышсыз қол құралдары | Handgereedschap zonder motor
07 | Hand-held or hand-guided tools, mechanical | Herramientas mecánicas sostenidas o guiadas con las manos | Механизированный ручной инструмент | Механикалық қол құралдары | Mechanisch handgereedschap
08 | Hand tools without specification of power source | Herramientas manuales sin especificación de motor | Ручной инструмент без указания привода | Қуат көзі көрсетілмеген қол құралдары | Handgereedschap, aandrijving niet vermeld
09 | Machines and equipment, portable or mobile | Máquinas y equipos portátiles o móviles | Машины и оборудование, переносные или передвижные | Тасымалды немесе жылжымалы машиналар мен жабдық | Machines en uitrusting, draagbaar of mobiel
10 | Machines and equipment, fixed | Máquinas y equipos fijos | Машины и оборудование, стационарные | Тұрақты машиналар мен жабдық | Machines en uitrusting, vast
11 | Conveying, transport and storage systems | Dispositivos de traslado, transporte y almacenamiento | Системы перемещения, транспортировки и хранения | Тасымалдау және сақтау жүйелері | Transport- en opslagsystemen
12 | Land vehicles | Vehículos terrestres | Наземный транспорт | Жер үсті көлігі | Landvoertuigen
13 | Other transport vehicles | Otros vehículos de transporte | Прочий транспорт | Басқа көлік | Andere vervoermiddelen
14 | Materials, objects, products, components, debris, dust | Materiales, objetos, productos, elementos, fragmentos, polvos | Материалы, предметы, изделия, детали, осколки, пыль | Материалдар, заттар, бұйымдар, бөлшектер, сынықтар, шаң | Materialen, voorwerpen, producten, onderdelen, brokstukken, stof
15 | Chemical, explosive, radioactive, biological substances | Sustancias químicas, explosivas, radiactivas, biológicas | Химические, взрывчатые, радиоактивные, биологические вещества | Химиялық, жарылғыш, радиоактивті, биологиялық заттар | Chemische, explosieve, radioactieve, biologische stoffen
16 | Safety devices and equipment | Dispositivos y equipos de seguridad | Средства безопасности | Қауіпсіздік құралдары | Veiligheidsvoorzieningen
17 | Office and personal equipment, sports equipment, weapons, domestic appliances | Equipos de oficina, personales, deportivos, armas, aparatos domésticos | Офисное, личное и спортивное снаряжение, оружие, бытовые приборы | Кеңсе, жеке және спорт жабдығы, қару, тұрмыстық техника | Kantoor-, persoonlijke en sportuitrusting, wapens, huishoudelijke apparaten
18 | Living organisms and human beings | Organismos vivos y seres humanos | Живые организмы и люди | Тірі ағзалар мен адамдар | Levende organismen en mensen
19 | Bulk waste | Residuos a granel | Отходы навалом | Үйме қалдықтар | Bulkafval
20 | Physical phenomena and natural elements | Fenómenos físicos y elementos naturales | Физические явления и силы природы | Физикалық құбылыстар мен табиғат күштері | Natuurverschijnselen en natuurelementen
99 | ${OTHER}`),
  },
];
