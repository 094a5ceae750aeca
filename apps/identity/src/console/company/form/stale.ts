import type { CompanyMessages } from '../messages/messages.js';
import type { Refused } from './refused.js';
import { one, type Sent } from './sent.js';

/** How people know a value of a field, where it is not the value itself. */
export type WordFor = (name: string, value: string) => string;

/**
 * The answer to the second of two who change a row: their input stays, and each field that is something else
 * by now says what. Saving again then replaces that knowingly.
 */
export function overtaken(
  text: CompanyMessages,
  sent: Sent,
  now: Sent,
  wordFor: WordFor = (_, value) => value,
): Refused {
  const differing = Object.entries(now).filter(([name, values]) => !isSame(sent[name] ?? [], values));
  const faults = differing.map(([name, values]) => {
    const words = values.map((value) => wordFor(name, value));
    return [name, text.isNow(words.join(', '))];
  });
  return { faults: Object.fromEntries(faults), failure: text.changedMeanwhile, status: 412 };
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.filter(Boolean).toSorted().join('\n') === others.filter(Boolean).toSorted().join('\n');

/**
 * The version that the next try is about: the one that was seen, after a search too, and after a clash the
 * one there is now.
 */
export function versionOf(sent: Sent, now: number, refused: Refused | undefined): string {
  const wasSeen = refused ? refused.status !== 412 : sent['version'] !== undefined;
  return wasSeen ? one(sent, 'version') : String(now);
}
