const MAX_TEXT = 2000;

/** The list of users names active ones alone, unless it is asked what changed since a time. */
export const EVER = '1970-01-01T00:00:00Z';

/** One parameter of an address as text, trimmed; empty when it is none. */
export const wordOf = (value: unknown): string =>
  typeof value === 'string' && value.length <= MAX_TEXT ? value.trim() : '';

/** An address with these parameters; those without a value are left out. */
export function withQuery(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
