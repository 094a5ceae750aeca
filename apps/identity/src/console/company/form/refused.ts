import type { FieldError, Permission } from '@safety/contracts';
import { ProblemError } from '@safety/platform';
import { ApiRefusal } from '../../api/api-refusal.js';
import type { CompanyMessages } from '../messages/messages.js';

/** Why a form was not taken: sentences by the name of the field, and one of the whole form. */
export interface Refused {
  faults: Readonly<Record<string, string>>;
  failure?: string | undefined;
  status: number;
}

/** How the refusals of an API are told at the fields of one form. */
export interface RefusalTexts {
  text: CompanyMessages;
  /** The field that a member of the body comes from; by default the one of its name. */
  fieldOf?: (pointer: string) => string | undefined;
  /** The field where permissions are given. */
  giving?: string;
  /** Sentences for this form: by the field and the code of its fault, for example `email duplicate`. */
  sentences?: Readonly<Record<string, string>>;
}

/** The same sentence for a field, whatever is wrong with its text or number. */
export const anyFault = (field: string, sentence: string): Readonly<Record<string, string>> =>
  Object.fromEntries(wrong.map((code) => [`${field} ${code}`, sentence]));

const wrong = ['out-of-range', 'invalid-format', 'required', 'too-short', 'too-long'] as const;

const refusedStates = ['last-administrator', 'in-use', 'built-in', 'archived', 'duplicate'] as const;

/** The refusal of an API in words for a person; throws what no form can tell. */
export function refusedBy(error: unknown, texts: RefusalTexts): Refused {
  if (!(error instanceof ApiRefusal)) throw error;
  const { text, giving } = texts;
  const { errors, extensions } = error.options;
  const permission = extensions?.requiredPermission;
  if (error.status === 403 && giving !== undefined && permission !== undefined)
    return refusedWith({ [giving]: text.faults.cannotGive(text.permissions[permission as Permission]) }, 403);
  if (errors && (error.status === 422 || error.code === 'duplicate'))
    return refusedWith(faultsOf(errors, texts), 422);
  const state = refusedStates.find((code) => code === error.code);
  if (state) return { faults: {}, failure: text.refusals[state], status: 409 };
  if (error.code === 'invalid-state') return { faults: {}, failure: text.changedMeanwhile, status: 409 };
  throw error;
}

const refusedWith = (faults: Refused['faults'], status: number): Refused => ({ faults, status });

function faultsOf(errors: readonly FieldError[], texts: RefusalTexts): Refused['faults'] {
  const { text, fieldOf = () => undefined, sentences = {} } = texts;
  const faults: Record<string, string> = {};
  for (const error of errors) {
    const { pointer = '', code } = error;
    const field = fieldOf(pointer) ?? (pointer.split('/')[1] || 'form');
    const sentence = sentences[`${field} ${code}`] ?? sentenceFor(error, text);
    if (!faults[field]?.includes(sentence))
      faults[field] = faults[field] ? `${faults[field]} ${sentence}` : sentence;
  }
  return faults;
}

function sentenceFor({ code, minLength, maxLength }: FieldError, { faults }: CompanyMessages): string {
  if (code === 'too-long') return maxLength === undefined ? faults.tooMany : faults.tooLong(maxLength);
  // A list that is too short is empty in all of these forms.
  if (code === 'too-short')
    return minLength === undefined || minLength === 1 ? faults.required : faults.tooShort(minLength);
  const known: Partial<Record<FieldError['code'], string>> = {
    required: faults.required,
    'out-of-range': faults.outOfRange,
    'invalid-format': faults.invalidFormat,
    'invalid-enum': faults.choose,
    'not-found': faults.notFound,
    'archived-reference': faults.archived,
    duplicate: faults.duplicate,
  };
  return known[code] ?? faults.wrong;
}

/** The refusal of one button, which has no input to keep. */
export function refusedButton(error: unknown, text: CompanyMessages): Refused {
  if (isStale(error)) return { faults: {}, failure: text.changedBeforeButton, status: 412 };
  const texts = { ...text, changedMeanwhile: text.changedBeforeButton };
  const { faults, ...refused } = refusedBy(error, { text: texts, giving: BUTTON });
  const { [BUTTON]: failure, ...others } = faults;
  return { ...refused, faults: others, ...(failure !== undefined && { failure }) };
}

/** Where a button that gives something stands among the fields: there is none. */
const BUTTON = 'button';

/** Whether somebody else has changed the row since the form was opened. */
export const isStale = (error: unknown): boolean =>
  error instanceof ProblemError &&
  (error.code === 'version-mismatch' || error.code === 'precondition-required');
