import { type CodeList, codesOf, labelsOf } from '../code-list.js';
import { byTens, esaw, OTHER, UNKNOWN } from './esaw-common.js';

/** Kinds of injuries, and the parts of the body. */
export const esawInjuryLists: CodeList[] = [
  {
    name: 'esawTypeOfInjury',
    labels: labelsOf('Type of injury | Tipo de lesión | Вид травмы | Жарақат түрі | Soort letsel'),
    ...esaw,
    detail: byTens,
    codes: codesOf(`
000 | ${UNKNOWN}
010 | Wounds and superficial injuries | Heridas y lesiones superficiales | Раны и поверхностные травмы | Жаралар мен үстірт жарақаттар | Wonden en oppervlakkig letsel
020 | Bone fractures | Fracturas de huesos | Переломы костей | Сүйек сынуы | Botbreuken
030 | Dislocations, sprains and strains | Dislocaciones, esguinces y torceduras | Вывихи и растяжения | Буын таю және созылу | Ontwrichtingen en verstuikingen
040 | Traumatic amputations | Amputaciones traumáticas | Травматические ампутации | Жарақаттық ампутациялар | Traumatische amputaties
050 | Concussion and internal injuries | Conmociones y lesiones internas | Сотрясения и внутренние травмы | Шайқалу және ішкі жарақаттар | Hersenschudding en inwendig letsel
060 | Burns, scalds and frostbites | Quemaduras, escaldaduras y congelaciones | Ожоги и обморожения | Күйік және үсік | Brandwonden en bevriezingen
070 | Poisonings and infections | Envenenamientos e infecciones | Отравления и инфекции | Улану және инфекциялар | Vergiftigingen en infecties
080 | Drowning and asphyxiation | Ahogamientos y asfixias | Утопление и удушье | Суға бату және тұншығу | Verdrinking en verstikking
090 | Effects of sound, vibration and pressure | Efectos del ruido, la vibración y la presión | Действие шума, вибрации и давления | Шу, діріл және қысым әсері | Gevolgen van geluid, trilling en druk
100 | Effects of temperature extremes, light and radiation | Efectos de temperaturas extremas, luz y radiación | Действие крайних температур, света и излучения | Шектен тыс температура, жарық және сәуле әсері | Gevolgen van extreme temperatuur, licht en straling
110 | Shock | Choques | Шок | Шок | Shock
120 | Multiple injuries | Lesiones múltiples | Множественные травмы | Көптеген жарақаттар | Meervoudig letsel
999 | ${OTHER}`),
  },
  {
    name: 'esawPartOfBody',
    labels: labelsOf(
      'Part of body injured | Parte del cuerpo lesionada | Травмированная часть тела | Жарақаттанған дене мүшесі | Verwond lichaamsdeel',
    ),
    ...esaw,
    detail: byTens,
    codes: codesOf(`
00 | ${UNKNOWN}
10 | Head | Cabeza | Голова | Бас | Hoofd
20 | Neck | Cuello | Шея | Мойын | Hals
30 | Back | Espalda | Спина | Арқа | Rug
40 | Torso and organs | Tronco y órganos | Туловище и органы | Дене тұлғасы және мүшелер | Romp en organen
50 | Upper extremities | Extremidades superiores | Верхние конечности | Қолдар | Bovenste ledematen
60 | Lower extremities | Extremidades inferiores | Нижние конечности | Аяқтар | Onderste ledematen
70 | Whole body and multiple sites | Todo el cuerpo y múltiples partes | Всё тело и несколько частей | Бүкіл дене және бірнеше мүше | Gehele lichaam en meerdere plaatsen
99 | ${OTHER}`),
  },
];
