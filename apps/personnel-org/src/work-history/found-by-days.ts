import { type CompanyActor, type Condition, type IdTest, settingSql } from '@safety/persistence';
import { belowSql } from '../org-structures/tree-conditions.js';

type Company = Pick<CompanyActor, 'companyId'>;
export type Day = 'app.as_of' | 'app.today';

interface Days {
  table: 'work_history_days' | 'training_status_days';
  column: string;
  day: Day;
  values: readonly string[];
  /** SQL of the values to compare with, of a company and what was asked for: as rows, and as an array. */
  set(company: string, values: string): string;
  array(company: string, values: string): string;
}

type FoundByDays = [NonNullable<Condition['candidates']>, IdTest];

/**
 * Finds people by the days of their work history or training; of those not hired yet the condition decides.
 */
export function onDays(
  company: Company,
  table: Days['table'],
  column: string,
  values: readonly string[],
): FoundByDays {
  const array = (_: string, given: string) => `${given}::${column === PLACE ? 'uuid' : 'text'}[]`;
  const set = (of: string, given: string) => `(SELECT DISTINCT unnest(${array(of, given)}))`;
  return found(company, { table, column, day: 'app.as_of', values, set, array });
}

/** Finds the people at or below places. */
export function atOn(company: Company, day: Day, values: readonly string[]): FoundByDays {
  const set = (of: string, given: string) => `(${belowSql(of, given)})`;
  const array = (of: string, given: string) => `ARRAY(${belowSql(of, given)})`;
  return found(company, { table: 'work_history_days', column: PLACE, day, values, set, array });
}

const PLACE = 'org_structure_id';

const found = ({ companyId }: Company, { table, column, day, values, ...sql }: Days): FoundByDays => [
  // The order within a value says which index to use: PostgreSQL does not know how many have that value.
  (company, atMost) => ({
    text: `SELECT days.id FROM ${sql.set('$1', '$2')} AS wanted(value), LATERAL (
        SELECT personnel_id AS id FROM ${table}
        WHERE company_id = $1 AND ${column} = wanted.value AND ${includes(day)}
        ORDER BY end_day LIMIT $3) AS days LIMIT $3`,
    values: [company, values, atMost],
    many: true,
  }),
  {
    // A value and no EXISTS, for which PostgreSQL may read all people of that value at once. Days follow each
    // other without a gap, so the latest that has begun is the one.
    probe: (id, binds) => {
      const company = binds.add(companyId);
      return `(SELECT days.${column} = ANY (${sql.array(company, binds.add(values))}) FROM ${table} AS days
        WHERE days.company_id = ${company} AND days.personnel_id = ${id} AND first_day <= ${daySql(day)}
        ORDER BY first_day DESC LIMIT 1)`;
    },
    ...(table === 'work_history_days' && day === 'app.as_of' && { rest: begun(companyId, day) }),
  },
];

/** The days of a first record begin before all time: its date says whether it counts. */
const begun =
  (companyId: string, day: Day): IdTest['rest'] & {} =>
  (id, binds) =>
    `(SELECT true FROM work_history AS begun WHERE begun.company_id = ${binds.add(companyId)}
      AND begun.personnel_id = ${id} AND begun.effective_date <= ${daySql(day)}
      ORDER BY begun.effective_date LIMIT 1)`;

/**
 * An index behind the wall takes a value of its own, but no function of the setting. The last day alone is
 * asked of it: PostgreSQL 18 expects two days to cost it a hundred times as much, and asks that of another
 * column.
 */
export const includes = (day: Day): string =>
  `(first_day <= ${daySql(day)}) IS TRUE AND end_day > ${daySql(day)}`;

const daySql = (day: Day): string => `(SELECT ${settingSql(day)}::date)`;
