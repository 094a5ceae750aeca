import { z } from 'zod';

/** Names that the query of an address may have; of some, the values that count. */
export type KnownQuery = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * Refuses the query of an address where its driver would pass over a part: without a word, a mistyped name of
 * an option would leave TLS off. Neither name nor value is repeated, since a password with a `?` ends there.
 */
export const knownQuery = (known: KnownQuery) => {
  const names = Object.keys(known);
  const error = `may have no other names in its query than ${inWords(names, 'and')}, in these letters`;
  return z.superRefine<string>((address, context) => {
    const query = [...new URL(address).searchParams];
    if (query.some(([name]) => !names.includes(name))) context.addIssue({ code: 'custom', message: error });
    for (const name of names) {
      const values = known[name];
      if (values && query.some(([given, value]) => given === name && !values.includes(value)))
        context.addIssue({
          code: 'custom',
          message: `${name} of its query has to be ${inWords(values, 'or')}`,
        });
    }
  });
};

const inWords = (words: readonly string[], last: 'and' | 'or'): string =>
  `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
