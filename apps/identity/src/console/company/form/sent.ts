import type { FormBody } from '../../form-body.js';

/** The values of a form by the name of the field: as they were sent, or as they are filled in first. */
export type Sent = Readonly<Record<string, readonly string[]>>;

/** Browsers send a line break as CR LF, whatever it was before (HTML section 4.10.22.4). */
const withoutCarriageReturns = (text: string): string => text.replaceAll('\r\n', '\n');

export const sentOf = (body: FormBody): Sent =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, [value].flat().map(withoutCarriageReturns)]),
  );

/** The one value of a field; empty where there is none. */
export const one = (sent: Sent, name: string): string => sent[name]?.[0] ?? '';

/** The values that are ticked. */
export const many = (sent: Sent, name: string): readonly string[] => sent[name] ?? [];

/** A number where it is one; anything else goes as it is to the service, which says what is wrong. */
export const numberOf = (sent: Sent, name: string): number | string => {
  const text = one(sent, name).trim();
  return /^-?\d{1,9}$/.test(text) ? Number(text) : text;
};

/** Null for nothing. */
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text);
