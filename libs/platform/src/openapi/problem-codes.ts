import type { ProblemCode } from '@safety/contracts';
import type { HandlerDescription } from './handlers.js';
import { queryOf } from './query.js';

const EVERYWHERE: readonly ProblemCode[] = [
  'not-acceptable',
  'unsupported-api-version',
  'unknown-parameter',
  'rate-limited',
  'internal-error',
  'unavailable',
];
const WITH_TOKEN: readonly ProblemCode[] = [
  'token-missing',
  'token-invalid',
  'token-expired',
  'user-required',
];
const WITH_COMPANY: readonly ProblemCode[] = [
  'company-context-missing',
  'company-context-invalid',
  'company-context-multiple',
  'company-context-forbidden',
];
const WITH_ANY_BODY: readonly ProblemCode[] = ['payload-too-large', 'unsupported-media-type'];
const WITH_BODY: readonly ProblemCode[] = [
  ...WITH_ANY_BODY,
  'malformed-json',
  'validation-failed',
  'unknown-field',
];
const WITH_WRITE: readonly ProblemCode[] = [
  'idempotency-answer-lost',
  'idempotency-in-progress',
  'idempotency-key-reused',
];

/** The problems that follow from what a handler takes. Its `errors` need to name only those of its domain. */
export function derivedCodesOf(handler: HandlerDescription): Set<ProblemCode> {
  const { takes, isPublic, access, requires, signIn, isRepeatable, returns } = handler;
  const parameters = queryOf(handler)?.shape ?? {};
  // Else it is the one that the token or the header tells of: there is one, and nobody archives it.
  const isNamed = Object.keys(takes.params).length > 0 || takes.idInBody;
  return new Set<ProblemCode>([
    ...EVERYWHERE,
    // Of the query, or of a header.
    ...(Object.keys(parameters).length > 0 || takes.ifMatch || isRepeatable
      ? (['invalid-parameter'] as const)
      : []),
    ...(isPublic ? [] : WITH_TOKEN),
    ...(access?.scopes.length ? (['insufficient-scope'] as const) : []),
    ...(signIn ? (['insufficient-user-authentication'] as const) : []),
    ...(access?.company ? WITH_COMPANY : []),
    ...(requires ? (['permission-denied'] as const) : []),
    ...(takes.body ? WITH_BODY : []),
    ...(takes.bytes ? WITH_ANY_BODY : []),
    ...(isRepeatable ? WITH_WRITE : []),
    ...(isNamed ? (['not-found'] as const) : []),
    ...(takes.ifMatch ? (['version-mismatch'] as const) : []),
    // It is a company that demands the header, and of changes alone.
    ...(takes.ifMatch && !takes.isAdded && access?.company ? (['precondition-required'] as const) : []),
    // A write with a body; archiving and restoring meet no such row.
    ...((takes.ifMatch || takes.isAdded) && takes.body && isNamed ? (['archived'] as const) : []),
    ...(returns?.mayBeRepeated ? (['duplicate'] as const) : []),
    ...('cursor' in parameters ? (['invalid-cursor'] as const) : []),
    ...('ids' in parameters ? (['too-many-ids'] as const) : []),
  ]);
}

/** Every problem that an operation documents. */
export const problemCodesOf = (handler: HandlerDescription): Set<ProblemCode> =>
  new Set([...derivedCodesOf(handler), ...(handler.returns?.errors ?? [])]);
