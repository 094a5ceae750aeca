import { ENVELOPE_FIELD } from '../streams.js';

/** The envelope in the fields of a stream entry. */
export function envelopeOf(fields: string[]): string {
  const at = fields.indexOf(ENVELOPE_FIELD);
  return fields[at + 1] ?? '';
}
