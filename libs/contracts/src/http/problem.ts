import { z } from 'zod';

/**
 * Every problem code of the suite with its HTTP status and English title. The map is total: an error that
 * names a code always has a status, and a code that is not here does not compile.
 */
export const problems = {
  'malformed-json': { status: 400, title: 'Malformed JSON' },
  'bad-request': { status: 400, title: 'Bad request' },
  'unknown-parameter': { status: 400, title: 'Unknown parameter' },
  'invalid-parameter': { status: 400, title: 'Invalid parameter' },
  'invalid-cursor': { status: 400, title: 'Invalid cursor' },
  'too-many-ids': { status: 400, title: 'Too many ids' },
  'unsupported-api-version': { status: 400, title: 'Unsupported API version' },
  'company-context-missing': { status: 400, title: 'Company context missing' },
  'company-context-invalid': { status: 400, title: 'Company context invalid' },
  'company-context-multiple': { status: 400, title: 'More than one company context' },
  'token-missing': { status: 401, title: 'Access token missing' },
  'token-invalid': { status: 401, title: 'Access token invalid' },
  'token-expired': { status: 401, title: 'Access token expired' },
  'insufficient-user-authentication': { status: 401, title: 'Newer or stronger sign-in required' },
  'user-required': { status: 403, title: 'User required' },
  'company-context-forbidden': { status: 403, title: 'Company not accessible' },
  'insufficient-scope': { status: 403, title: 'Insufficient scope' },
  'permission-denied': { status: 403, title: 'Permission denied' },
  'origin-not-allowed': { status: 403, title: 'Origin not allowed' },
  'self-approval-not-allowed': { status: 403, title: 'Self-approval not allowed' },
  'not-an-approver': { status: 403, title: 'Not an approver' },
  'not-found': { status: 404, title: 'Not found' },
  'history-date-not-found': { status: 404, title: 'History date not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'not-acceptable': { status: 406, title: 'Not acceptable' },
  'request-timeout': { status: 408, title: 'Request timeout' },
  'invalid-state': { status: 409, title: 'Invalid state' },
  archived: { status: 409, title: 'Archived' },
  duplicate: { status: 409, title: 'Duplicate' },
  'in-use': { status: 409, title: 'In use' },
  'history-date-exists': { status: 409, title: 'History date exists' },
  'first-history-record': { status: 409, title: 'First history record' },
  'last-history-record': { status: 409, title: 'Last history record' },
  'last-administrator': { status: 409, title: 'Last administrator' },
  'built-in': { status: 409, title: 'Built in' },
  'class-full': { status: 409, title: 'Class full' },
  'already-enrolled': { status: 409, title: 'Already enrolled' },
  'open-actions': { status: 409, title: 'Open actions' },
  'has-active-children': { status: 409, title: 'Has active children' },
  'idempotency-answer-lost': { status: 409, title: 'Answer lost' },
  'idempotency-in-progress': { status: 409, title: 'Request in progress' },
  'endpoint-removed': { status: 410, title: 'Endpoint removed' },
  'cursor-expired': { status: 410, title: 'Cursor expired' },
  'version-mismatch': { status: 412, title: 'Version mismatch' },
  'payload-too-large': { status: 413, title: 'Payload too large' },
  'uri-too-long': { status: 414, title: 'URI too long' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'expectation-failed': { status: 417, title: 'Expectation failed' },
  'validation-failed': { status: 422, title: 'Validation failed' },
  'unknown-field': { status: 422, title: 'Unknown field' },
  'managed-by-history': { status: 422, title: 'Managed by work history' },
  'idempotency-key-reused': { status: 422, title: 'Idempotency key reused' },
  'no-approver-available': { status: 422, title: 'No approver available' },
  'prerequisite-missing': { status: 422, title: 'Prerequisite missing' },
  cycle: { status: 422, title: 'Cycle' },
  'precondition-required': { status: 428, title: 'Precondition required' },
  'rate-limited': { status: 429, title: 'Rate limited' },
  'headers-too-large': { status: 431, title: 'Headers too large' },
  'internal-error': { status: 500, title: 'Internal error' },
  'not-implemented': { status: 501, title: 'Method not implemented' },
  unavailable: { status: 503, title: 'Unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

/** A problem code, for example `not-found`. */
export type ProblemCode = keyof typeof problems;

/** The `references` of one problem at most. */
export const MAX_REFERENCES = 20;

/** The faults of one field, parameter or header. */
export const fieldErrorCodes = [
  'required',
  'too-short',
  'too-long',
  'out-of-range',
  'invalid-format',
  'invalid-enum',
  'not-found',
  'archived-reference',
  'duplicate',
  'in-future',
  'before-start',
  'mutually-exclusive',
  'unknown-field',
  'cycle',
  'not-allowed',
] as const;

export type FieldErrorCode = (typeof fieldErrorCodes)[number];

/** The limit that a value is beyond, by its name in JSON Schema: of text, of a list, or of a number. */
const limits = z.object({
  minLength: z.number(),
  maxLength: z.number(),
  minItems: z.number(),
  maxItems: z.number(),
  minimum: z.number(),
  maximum: z.number(),
});
export type FieldLimits = Partial<z.infer<typeof limits>>;

/** One wrong member of a body (`pointer`, RFC 6901), query (`parameter`) or header (`header`). */
export const fieldErrorSchema = z
  .strictObject({
    pointer: z.string().optional(),
    parameter: z.string().optional(),
    header: z.string().optional(),
    code: z.enum(fieldErrorCodes),
    detail: z.string(),
    ...limits.partial().shape,
  })
  .meta({ id: 'FieldError' });

export type FieldError = z.infer<typeof fieldErrorSchema>;

/** Members that some problems carry beside the standard ones (RFC 9457 section 3.2). */
const problemExtensions = z
  .object({
    supportedVersions: z
      .array(z.string())
      .describe('400 `unsupported-api-version`: what `Api-Version` may be.'),
    requiredScope: z.string().describe('403 `insufficient-scope`: the scope that would do.'),
    requiredPermission: z
      .string()
      .describe('403 `permission-denied`: the permission that the user lacks; absent where none would do.'),
    conflictingId: z
      .string()
      .meta({ format: 'uuid' })
      .nullable()
      .describe(
        '409 `duplicate`: the row that has the value; null when the caller may not read it, or it is gone again.',
      ),
    conflictingPersonnelId: z
      .string()
      .meta({ format: 'uuid' })
      .nullable()
      .describe(
        '409 `duplicate`: the person whose record of work history or emergency contact that row is; null as it is.',
      ),
    references: z
      .array(z.object({ resource: z.string(), id: z.string().meta({ format: 'uuid' }) }))
      .describe(
        `409 \`in-use\`: rows that name it and that the caller may read, at most ${MAX_REFERENCES} of them. 409 ` +
          '`archived` and `invalid-state`: so of rows in the way; absent where the row itself is.',
      ),
    currentStatus: z
      .string()
      .describe('409 `invalid-state`: the status of the row. 403 of a transition has it too.'),
    allowedTransitions: z
      .array(z.string())
      .describe('409 `invalid-state`: the transitions that the caller may take now. So in 403 of one.'),
    firstStatus: z
      .int()
      .describe(
        '409 `idempotency-answer-lost`: the status of the first answer; the write was made where it is below 400.',
      ),
    successor: z.string().describe('410 `endpoint-removed`: the path to use in its place.'),
    currentVersion: z
      .int()
      .describe(
        '412 `version-mismatch`: the version that the row has now; `If-Match` takes it as in `ETag`.',
      ),
    see: z.string().describe('422 `managed-by-history`: the path of what to change in its place.'),
    policy: z.string().describe('429 `rate-limited`: the limit that was reached, as in `RateLimit-Policy`.'),
  })
  .partial();

export type ProblemExtensions = z.infer<typeof problemExtensions>;

/**
 * The body of every error answer, `application/problem+json` (RFC 9457). It may hold more members than these:
 * clients ignore what they do not know (section 3.2).
 */
export const problemSchema = z
  .looseObject({
    type: z.string().describe('A stable identifier of the kind of problem.'),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    instance: z.string().describe('The path of the request.'),
    code: z.string().describe('Stable, machine-readable; never translated.'),
    traceId: z.string().describe('The X-Request-Id of the request.'),
    errors: z.array(fieldErrorSchema).optional(),
    ...problemExtensions.shape,
  })
  .meta({ id: 'Problem' });

export type Problem = z.infer<typeof problemSchema>;
