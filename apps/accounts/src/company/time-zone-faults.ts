import type { FieldError } from '@safety/contracts';
import { execute, type OpenTransaction } from '@safety/persistence';

/** In winter and in summer, of a year whose rules all know. */
const INSTANTS = ['2020-01-01T12:00:00Z', '2020-07-01T12:00:00Z'];

/**
 * The errors of a time zone of a company. Node.js knows some that PostgreSQL does not, and statements of the
 * services would fail by them. Others are abbreviations to PostgreSQL, such as `CET`: it has them without
 * summer time, and days would begin at another hour there than here.
 */
export async function timeZoneFaults(
  client: OpenTransaction['client'],
  timeZone: string,
): Promise<FieldError[]> {
  const { rows } = await execute<{ local: string[] }>(client, localSql, [timeZone, INSTANTS]);
  if (rows.length === 0) return [fault('There is no such time zone.')];
  const local = INSTANTS.map((instant) => new Date(instant).toLocaleString('sv-SE', { timeZone }));
  return rows[0]?.local.join() === local.join()
    ? []
    : [fault('Is an abbreviation: name a place, for example Europe/Brussels.')];
}

const localSql = `
  SELECT ARRAY(SELECT (instant AT TIME ZONE name)::text FROM unnest($2::timestamptz[]) AS instant ORDER BY instant) AS local
  FROM pg_timezone_names WHERE lower(name) = lower($1)`;

const fault = (detail: string): FieldError => ({ pointer: '/timeZone', code: 'invalid-format', detail });
