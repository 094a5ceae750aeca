// Runs in the page of the reference.

type Members = Readonly<Record<string, unknown>>;

/**
 * The part at a path of a document, each reference to another part of the document replaced by that part.
 * A part that holds itself stays a reference there.
 */
export const resolved = (document: Members, path: readonly string[]): unknown =>
  inlined(document, at(document, path), []);

function inlined(document: Members, value: unknown, within: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(document, item, within));
  if (!hasMembers(value)) return value;
  const { $ref: address, ...own } = value;
  const inlinedIn = (some: Members) =>
    Object.fromEntries(
      Object.entries(some).map(([name, member]) => [name, inlined(document, member, within)]),
    );
  if (typeof address !== 'string') return inlinedIn(value);
  if (within.includes(address)) return value;
  const part = inlined(document, at(document, address.split('/').slice(1)), [...within, address]);
  return hasMembers(part) ? { ...part, ...inlinedIn(own) } : part;
}

const at = (document: Members, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (hasMembers(value) ? value[name] : undefined), document);

const hasMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;
