import { ask } from './ask.mjs';

/** Roles of one site, and that read little: their plans are others than those of administrators. */
export const NARROW = ['manager@demo.example', 'employee@demo.example'];

/**
 * Asks a service for a path as an administrator and as others.
 * @returns the statements of the administrator, the rows or the code of the answer, and the tables that plans
 * of any of them read as a whole
 */
export async function plansOf({ tap, pid, url, replay, tables }, path, [headers, ...narrow]) {
  let answer;
  const statements = await tap.during(pid, async () => {
    const { body } = await ask(url, path, headers);
    answer = body.data?.length ?? body.code;
  });
  const whole = await replay.wholeReads(statements, tables);
  for (const ofOthers of narrow) {
    const asked = await tap.during(pid, () => ask(url, path, ofOthers));
    whole.push(...(await replay.wholeReads(asked, tables)));
  }
  return { statements, answer, whole: named(whole) };
}

/** Measured lists as a goal names them. */
export const namesOf = (rows) => rows.map(({ list, query }) => `${list}?${query}`).join(' ');

/** The first few of them. */
const named = (tables) =>
  [...tables.slice(0, 3), ...(tables.length > 3 ? [`and ${tables.length - 3} more`] : [])].join(' ');
