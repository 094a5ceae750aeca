type Json = unknown;

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Applies a merge patch (RFC 7396 section 2): `null` removes a member, objects merge, everything else
 * replaces.
 * @param keepsUnmatched whether a `null` stays where it finds nothing to remove: a schema can tell then that
 * it does not know the name
 */
export function mergePatch(target: Json, patch: Json, keepsUnmatched = false): Json {
  if (!isObject(patch)) return patch;
  // A map, since a member may be called `__proto__`: assigned to an object it would set the prototype.
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value !== null) merged.set(name, mergePatch(merged.get(name), value, keepsUnmatched));
    else if (!merged.delete(name) && keepsUnmatched) merged.set(name, null);
  }
  return Object.fromEntries(merged);
}
