import { type CodeList, codesOf, labelsOf } from '../code-list.js';

/** `riddor.accidentKind` of event groups. */
export const riddorAccidentKindList: CodeList = {
  name: 'riddorAccidentKinds',
  labels: labelsOf(
    'RIDDOR kinds of accident | Tipos de accidente RIDDOR | Виды несчастных случаев RIDDOR | RIDDOR оқиға түрлері | RIDDOR-ongevalssoorten',
  ),
  scheme: null,
  source: 'HSE form F2508, RIDDOR 2013',
  sourceDate: '2013-10-01',
  detail: null,
  codes: codesOf(`
machineryContact | Contact with moving machinery or material being machined | Contacto con maquinaria en movimiento | Контакт с движущимися механизмами | Қозғалыстағы машинамен жанасу | Contact met bewegende machines
struckByMovingObject | Struck by a moving, flying or falling object | Golpe por objeto en movimiento, proyectado o caído | Удар движущимся, летящим или падающим предметом | Қозғалған, ұшқан не құлаған заттың соғуы | Geraakt door een bewegend, vliegend of vallend voorwerp
struckByVehicle | Struck by a moving vehicle | Golpe por vehículo en movimiento | Удар движущимся транспортом | Қозғалыстағы көліктің соғуы | Geraakt door een rijdend voertuig
struckAgainstFixed | Struck against something fixed or stationary | Choque contra objeto fijo o inmóvil | Удар о неподвижный предмет | Қозғалмайтын затқа соғылу | Gestoten tegen iets vasts of stilstaands
handlingLiftingCarrying | Injured while handling, lifting or carrying | Lesión al manipular, levantar o transportar | Травма при подъёме и переноске | Көтеру не тасу кезіндегі жарақат | Letsel bij hanteren, tillen of dragen
slipTripFallSameLevel | Slipped, tripped or fell on the same level | Resbalón, tropiezo o caída al mismo nivel | Падение на ровной поверхности | Бір деңгейде тайып кету, сүріну не құлау | Uitgegleden, gestruikeld of gevallen op gelijke hoogte
fallFromHeight | Fell from a height | Caída de altura | Падение с высоты | Биіктен құлау | Val van hoogte
trappedByCollapse | Trapped by something collapsing | Atrapamiento por derrumbe | Завал при обрушении | Опырылу астында қалу | Bekneld door instorting
drownedOrAsphyxiated | Drowned or asphyxiated | Ahogamiento o asfixia | Утопление или удушье | Суға бату не тұншығу | Verdronken of verstikt
harmfulSubstance | Exposed to, or in contact with, a harmful substance | Exposición a una sustancia nociva | Воздействие вредного вещества | Зиянды заттың әсері | Blootgesteld aan een schadelijke stof
fire | Exposed to fire | Exposición al fuego | Воздействие огня | Оттың әсері | Blootgesteld aan brand
explosion | Exposed to an explosion | Exposición a una explosión | Воздействие взрыва | Жарылыстың әсері | Blootgesteld aan een explosie
electricity | Contact with electricity or an electrical discharge | Contacto con la electricidad | Поражение электричеством | Электр тогымен жанасу | Contact met elektriciteit
animal | Injured by an animal | Lesión causada por un animal | Травма от животного | Жануардан алған жарақат | Verwond door een dier
assault | Physically assaulted by a person | Agresión física de una persona | Физическое нападение | Адамның шабуылы | Fysiek aangevallen door een persoon
other | Another kind of accident | Otro tipo de accidente | Другой вид | Басқа түрі | Ander soort ongeval`),
};
