import { z } from 'zod';

/** A setting that is a whole number, both limits included. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER) {
  const limits = most === Number.MAX_SAFE_INTEGER ? `, ${least} at least` : ` from ${least} to ${most}`;
  const error = `has to be a whole number${limits}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}
