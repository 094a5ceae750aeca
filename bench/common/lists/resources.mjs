import { readdirSync } from 'node:fs';

const folder = new URL('./resources/', import.meta.url);

/**
 * The resources of `PARTS`, by default all. Each is a file of `resources/`, which exports its declaration by
 * its own name:
 * - `service` that owns it, `tables` that get the rows and whose indexes serve the lists;
 * - `seed` adds the rows: functions of the company of a row, and whole statements that follow from other
 *   rows;
 * - `lists` are the paths below the address of the service, each with its queries, of which `$place` is an
 *   org structure;
 * - `farDown` are queries without a goal;
 * - `below` is the address of the service at the gateway, by default `/api`;
 * - `lastPlace` is SQL of where the last page begins, for a list that has one order alone.
 */
export async function resourcesOf(parts) {
  const known = readdirSync(folder).map((file) => file.replace(/\.mjs$/, ''));
  const asked = parts ? parts.split(',') : known;
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`PARTS: no ${unknown.join(', ')} among ${known.join(', ')}`);
  const modules = await Promise.all(asked.map((name) => import(new URL(`${name}.mjs`, folder))));
  return modules.map((module, index) => module[asked[index]]);
}
