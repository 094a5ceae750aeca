/** The members that all lists of the European statistics on accidents at work share. */
export const esaw = {
  scheme: 'esaw',
  source: 'European Statistics on Accidents at Work (ESAW), summary methodology, Eurostat',
  sourceDate: '2013-01-01',
} as const;

/** Groups are listed; the last digit of a code is its detail. The group of no information has none. */
export const byTens = {
  pattern: /^(?:[1-9]\d{1,2}|0[1-9]\d)$/,
  parentOf: (code: string): string => `${code.slice(0, -1)}0`,
};

export const UNKNOWN = 'No information | Sin información | Нет сведений | Мәлімет жоқ | Geen informatie';
export const OTHER = 'Other | Otro | Прочее | Басқа | Overig';
