/** The values that a sampler writes where nothing better is known. */
const MADE_UP = /^(?:string|https?:\/\/example\.com.*|user@example\.com|2019-08-24.*)$/;

/** `locationDescription` is `Location description`. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The parts of an example that are no value: made up, the name of its member in words, a time without length.
 */
export function fillerIn(example: unknown, name = ''): string[] {
  if (Array.isArray(example)) return example.flatMap((one) => fillerIn(one, name));
  if (typeof example !== 'object' || example === null)
    return typeof example === 'string' && (MADE_UP.test(example) || example === wordsOf(name))
      ? [`${name}: ${example}`]
      : [];
  const { startAt, endAt } = example as Record<string, unknown>;
  return [
    ...(startAt !== undefined && startAt === endAt ? [`startAt and endAt: ${startAt}`] : []),
    ...Object.entries(example).flatMap(([member, value]) => fillerIn(value, member)),
  ];
}
