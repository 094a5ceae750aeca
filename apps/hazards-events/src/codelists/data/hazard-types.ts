import { type CodeList, codesOf, labelsOf } from '../code-list.js';

/** `hazardType` of hazards. */
export const hazardTypeList: CodeList = {
  name: 'hazardTypes',
  labels: labelsOf('Hazard types | Tipos de peligro | Виды опасностей | Қауіп түрлері | Soorten gevaren'),
  scheme: null,
  source: 'This API',
  sourceDate: null,
  detail: null,
  codes: codesOf(`
physical | Physical | Físico | Физическая | Физикалық | Fysiek
chemical | Chemical | Químico | Химическая | Химиялық | Chemisch
biological | Biological | Biológico | Биологическая | Биологиялық | Biologisch
ergonomic | Ergonomic | Ergonómico | Эргономическая | Эргономикалық | Ergonomisch
mechanical | Mechanical | Mecánico | Механическая | Механикалық | Mechanisch
electrical | Electrical | Eléctrico | Электрическая | Электрлік | Elektrisch
fireExplosion | Fire or explosion | Incendio o explosión | Пожар или взрыв | Өрт немесе жарылыс | Brand of explosie
slipTripFall | Slip, trip or fall | Resbalón, tropiezo o caída | Поскальзывание, спотыкание, падение | Тайып кету, сүріну, құлау | Uitglijden, struikelen of vallen
workAtHeight | Work at height | Trabajo en altura | Работа на высоте | Биіктіктегі жұмыс | Werken op hoogte
manualHandling | Manual handling | Manipulación manual de cargas | Ручное перемещение грузов | Жүкті қолмен тасу | Handmatig tillen en dragen
vehicleTransport | Vehicles and transport | Vehículos y transporte | Транспорт | Көлік | Voertuigen en transport
psychosocial | Psychosocial | Psicosocial | Психосоциальная | Психоәлеуметтік | Psychosociaal
environmental | Environmental | Ambiental | Экологическая | Экологиялық | Milieu
security | Security | Seguridad física | Охрана и безопасность объекта | Нысан қауіпсіздігі | Beveiliging
other | Other | Otro | Другая | Басқа | Overig`),
};
