import { createHash, randomUUID } from 'node:crypto';
import { formSchema } from '../form-body.js';

/** The field that tells a form from any other, whatever is filled in. */
export const submissionField = 'submission';

/**
 * The same for a form that the session sends twice, by a double click for example. Going back and filling in
 * something else is another one.
 */
export function submissionOf(body: unknown): string {
  // A form of the release before does not have the field.
  if (formSchema.parse(body)[submissionField] === undefined) return randomUUID();
  return createHash('sha256').update(JSON.stringify(body)).digest('base64url');
}
