import { createHash } from 'node:crypto';

/**
 * The digest of a request that adds a row: of the checked body as canonical JSON, its members sorted. Members
 * without a value (null, an empty list or object) are left out. So a member that a later version of the
 * contract adds does not make another request of one that was sent before.
 */
export const creationDigest = (body: object): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(canonical(JSON.parse(JSON.stringify(body)))))
    .digest();

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .map(([name, member]) => [name, canonical(member)] as const)
    .filter(([, member]) => !isEmpty(member))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members);
}

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);
