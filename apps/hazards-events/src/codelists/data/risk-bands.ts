import { type CodeList, codesOf, labelsOf } from '../code-list.js';

/** Where each band begins is a setting of the company. */
export const riskBandList: CodeList = {
  name: 'riskBands',
  labels: labelsOf('Risk bands | Niveles de riesgo | Уровни риска | Тәуекел деңгейлері | Risiconiveaus'),
  scheme: null,
  source: 'The company',
  sourceDate: null,
  detail: null,
  codes: codesOf(`
low | Low | Bajo | Низкий | Төмен | Laag
medium | Medium | Medio | Средний | Орташа | Middel
high | High | Alto | Высокий | Жоғары | Hoog
veryHigh | Very high | Muy alto | Очень высокий | Өте жоғары | Zeer hoog`),
};
