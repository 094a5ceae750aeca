// A component of kustomize becomes a condition of the chart: what it adds and what it takes away.
import { isDeepStrictEqual } from 'node:util';

/** Keys by which lists of Kubernetes know their entries. */
const keyOf = (entry) => entry?.name ?? JSON.stringify(entry);

/**
 * An object with the entries that only a component has below `if`, and those that it takes away below `if
 * not`.
 * @param {[condition: string, object: unknown][]} others the object as each component makes it
 * @throws Error for a difference that is no entry of a list: the chart has to learn it
 */
export function underConditions(marks, object, others, path = '') {
  const different = others.filter(([, other]) => !isDeepStrictEqual(object, other));
  if (different.length === 0) return object;
  if (Array.isArray(object)) return entriesUnderConditions(marks, object, different, path);
  const keys = (value) => (value !== null && typeof value === 'object' ? Object.keys(value).sort() : []);
  for (const [condition, other] of different)
    if (keys(object).length === 0 || !isDeepStrictEqual(keys(object), keys(other)))
      throw new Error(`chart: ${condition} changes ${path}, which is no list`);
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key,
      underConditions(
        marks,
        value,
        different.map(([condition, other]) => [condition, other[key]]),
        `${path}/${key}`,
      ),
    ]),
  );
}

function entriesUnderConditions(marks, entries, others, path) {
  const only = (test, entry) => [marks.line(`{{- if ${test} }}`), entry, marks.line('{{- end }}')];
  const lists = others.map(([condition, list]) => [condition, new Map(list.map((e) => [keyOf(e), e]))]);
  const kept = entries.flatMap((entry) => {
    const key = keyOf(entry);
    const missing = lists.filter(([, list]) => !list.has(key));
    const found = lists.flatMap(([condition, list]) => (list.has(key) ? [[condition, list.get(key)]] : []));
    const merged = underConditions(marks, entry, found, `${path}/${key}`);
    if (missing.length > 1) throw new Error(`chart: several components take ${path}/${key} away`);
    return missing.length === 0 ? [merged] : only(`not ${missing[0][0]}`, merged);
  });
  const own = new Set(entries.map(keyOf));
  const added = lists.flatMap(([condition, list]) =>
    [...list].flatMap(([key, entry]) => (own.has(key) ? [] : only(condition, entry))),
  );
  return [...kept, ...added];
}
