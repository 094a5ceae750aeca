import { apiVersions, type Problem, type ProblemCode, problems, scopes } from '@safety/contracts';
import type { Answer } from './merge-documents.js';

const EXAMPLE_ID = '0190a3c4-5d6e-7f80-9a1b-2c3d4e5f6071';
const OTHER_ID = '0190a3c4-5d6e-7f80-9a1b-2c3d4e5f6070';
const CODE = /^- `([a-z-]+)`/gm;

/** Those that clients meet most, first. An answer that has none of them shows the first of its own. */
const PREFERRED: readonly ProblemCode[] = [
  'validation-failed',
  'invalid-parameter',
  'permission-denied',
  'duplicate',
  'invalid-state',
  'not-found',
];

/** And those that few ever meet: nearly every write may have them. */
const LAST: readonly ProblemCode[] = [
  'idempotency-key-reused',
  'idempotency-in-progress',
  'idempotency-answer-lost',
];

/** Members of a problem beside those that all of them have. */
const MEMBERS: Partial<Record<ProblemCode, Partial<Problem>>> = {
  'validation-failed': {
    detail: '1 field is invalid.',
    errors: [
      {
        pointer: '/name',
        code: 'too-long',
        detail: 'Too big: expected string to have <=200 characters',
        maxLength: 200,
      },
    ],
  },
  'invalid-parameter': {
    detail: '1 parameter is invalid.',
    errors: [
      {
        parameter: 'limit',
        code: 'out-of-range',
        detail: 'Too big: expected number to be <=200',
        maximum: 200,
      },
    ],
  },
  'unsupported-api-version': {
    detail: `Known versions are ${apiVersions.join(', ')}.`,
    supportedVersions: [...apiVersions],
  },
  'insufficient-scope': {
    detail: `The access token lacks the scope ${scopes.business}.`,
    requiredScope: scopes.business,
  },
  'permission-denied': {
    detail: 'You lack the permission training.write.',
    requiredPermission: 'training.write',
  },
  duplicate: {
    detail: 'Another course has the same code.',
    conflictingId: OTHER_ID,
    errors: [{ pointer: '/code', code: 'duplicate', detail: 'Is in use already.' }],
  },
  'invalid-state': {
    detail: 'The course is retired: retire is not possible.',
    currentStatus: 'retired',
    allowedTransitions: ['reactivate'],
  },
  'in-use': { references: [{ resource: 'classes', id: OTHER_ID }] },
  'not-found': { detail: 'No such course.' },
  'version-mismatch': { detail: 'The current version is 2.', currentVersion: 2 },
  'rate-limited': { policy: 'company' },
};

/** A problem of any operation: those that may be refused alike share the example. */
export function problemExample(code: ProblemCode, members: Partial<Problem> = {}): object {
  const { status, title } = problems[code];
  const { detail, ...others } = { ...MEMBERS[code], ...members };
  return {
    type: `urn:problem-type:${code}`,
    title,
    status,
    ...(detail !== undefined && { detail }),
    instance: `/courses/${EXAMPLE_ID}`,
    code,
    traceId: EXAMPLE_ID,
    ...others,
  };
}

/** The example of an answer: of its problems the one that clients meet most. */
export function problemOf({ description = '' }: Answer): object {
  const codes = [...description.matchAll(CODE)].map(([, code]) => code as ProblemCode);
  const [first] = codes.toSorted((a, b) => rankOf(a) - rankOf(b));
  if (!first) throw new Error(`A refusal names no problem: ${description}`);
  return problemExample(first);
}

function rankOf(code: ProblemCode): number {
  const rank = PREFERRED.indexOf(code);
  return rank >= 0 ? rank : PREFERRED.length + 1 + LAST.indexOf(code);
}
