import { ENVELOPE_FIELD } from '../streams.js';

/** A field of a stream entry, whose names and values alternate; empty where there is none. */
export function fieldOf(fields: string[], name: string): string {
  const at = fields.findIndex((field, index) => index % 2 === 0 && field === name);
  return at < 0 ? '' : (fields[at + 1] ?? '');
}

/** The envelope in the fields of a stream entry; empty where there is none, which no contract allows. */
export const envelopeOf = (fields: string[]): string => fieldOf(fields, ENVELOPE_FIELD);
