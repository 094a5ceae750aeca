/** W3C Trace Context section 3.3.1: a list with more entries is no list. */
const MOST_MEMBERS = 32;
const KEY = String.raw`[a-z\d][a-z\d_\-*/@]{0,255}`;
/** Printable ASCII but for comma and equals sign, which ends with no space. */
const VALUE = String.raw`[ -+\--<>-~]{0,255}[!-+\--<>-~]`;
const MEMBER = new RegExp(`^${KEY}=${VALUE}$`);
/** Section 3.3.1.5 asks everybody to pass on so many. Clients are strangers, so it is no more. */
const MOST_CHARACTERS = 512;
/** Longer entries are the first to go. */
const LONG = 128;

/**
 * The entries of other tracing systems beside a `traceparent`, as they are passed on: cut to 512 characters.
 * A list that is not well-formed is dropped as a whole.
 */
export function readTracestate(header: unknown): string | undefined {
  if (typeof header !== 'string') return undefined;
  // Entries may be empty.
  const members = header
    .split(',')
    .map((member) => member.replace(/^[ \t]+/, '').trimEnd())
    .filter((member) => member !== '');
  if (members.length > MOST_MEMBERS || !members.every((member) => MEMBER.test(member))) return undefined;
  return cut(members).join(',') || undefined;
}

/** Without entries that are long, and then without the last: whoever was last to write is the first. */
function cut(members: readonly string[]): readonly string[] {
  if (lengthOf(members) <= MOST_CHARACTERS) return members;
  const short = members.filter(({ length }) => length <= LONG);
  let kept = short.length;
  while (lengthOf(short.slice(0, kept)) > MOST_CHARACTERS) kept--;
  return short.slice(0, kept);
}

const lengthOf = (members: readonly string[]): number => members.join(',').length;
