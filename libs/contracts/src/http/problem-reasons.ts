import type { ProblemCode } from './problem.js';

/** Why each problem comes, and where it helps what to do, in one sentence of the reference. */
export const problemReasons: Record<ProblemCode, string> = {
  'malformed-json':
    'The body is not JSON in UTF-8, or has too many levels, members or values; `detail` says which.',
  'bad-request': 'The message is no proper HTTP request.',
  'unknown-parameter': 'The query names a parameter that the operation does not have.',
  'invalid-parameter': 'A parameter or header has a value that is not allowed; `errors` names it.',
  'invalid-cursor':
    'The cursor was altered or belongs to other parameters, or its first page is older than 24 hours; ' +
    '`errors` has `out-of-range` then: read the list anew.',
  'too-many-ids': '`ids` names more than 100 ids.',
  'unsupported-api-version': '`Api-Version` names a version that there is not.',
  'company-context-missing': '`X-Company-Context` is missing.',
  'company-context-invalid': '`X-Company-Context` is no id.',
  'company-context-multiple': '`X-Company-Context` names more than one company.',
  'token-missing': 'There is no access token in `Authorization`.',
  'token-invalid': 'The access token is not one of the identity provider, or was revoked.',
  'token-expired': 'The access token has expired; get another one.',
  'insufficient-user-authentication':
    'The sign-in is too long ago or too weak for the operation; `WWW-Authenticate` says what to ask for.',
  'user-required': 'The client got the token for itself; the operation needs one of a user.',
  'company-context-forbidden': 'The user does not belong to the company, or the token is for another one.',
  'insufficient-scope': 'The access token lacks the scope that `requiredScope` names.',
  'permission-denied':
    'The user lacks the permission that `requiredPermission` names; without it, none would do.',
  'origin-not-allowed': 'The operators have not listed the origin of the page.',
  'self-approval-not-allowed':
    'The company does not let users approve what they have submitted, and service clients never do; nobody ' +
    'verifies an action that is theirs or that they have completed, completes one that names them as its verifier, or ' +
    'takes a mandatory one of theirs from its verifier.',
  'not-an-approver': 'The user is none of the approvers.',
  'not-found': 'There is no such row in the company, or it lies out of the reach of the user.',
  'history-date-not-found': 'The work history has no record of that date.',
  'method-not-allowed': 'The path has other methods; `Allow` names them.',
  'not-acceptable': '`Accept` leaves no type in which the service answers.',
  'request-timeout': 'The request did not arrive in time.',
  'invalid-state':
    'The status, or what else `detail` names, does not allow it; `allowedTransitions` names the steps that are left to the caller.',
  archived: 'The row is archived, or with `references` other rows that it names are; restore those first.',
  duplicate:
    'Another row has that value already; `conflictingId` names it, `conflictingPersonnelId` whose history or contact it is.',
  'in-use': 'Other rows still refer to the row.',
  'history-date-exists': 'The work history has a record of that date already.',
  'first-history-record': 'The first record of work history begins on the hire date, and stays.',
  'last-history-record': 'A person keeps at least one record of work history.',
  'last-administrator': 'A company keeps at least one user who administers it.',
  'built-in': 'Nobody changes a built-in role; make one of your own.',
  'class-full': 'All places of the class are taken.',
  'already-enrolled': 'The person is enrolled in the class already.',
  'open-actions': 'Mandatory actions are still open, or wait for the verifier whom they name.',
  'has-active-children': 'Rows below it are still active.',
  'idempotency-answer-lost':
    'The first answer of the key cannot be read any more; `firstStatus` is its status: below 400 the write was made.',
  'idempotency-in-progress': 'A request with the same `Idempotency-Key` is still running; try again.',
  'endpoint-removed': 'The operation was removed; `successor` takes its place.',
  'cursor-expired': 'The changes behind the cursor are kept no longer; read the lists anew.',
  'version-mismatch': 'The row has changed since it was read; `currentVersion` is its version now.',
  'payload-too-large': 'The body is larger than the operation takes.',
  'uri-too-long': 'The address has more than 8192 characters.',
  'unsupported-media-type': 'The body is of another type than the operation takes, or is compressed.',
  'expectation-failed': '`Expect` asks for something other than `100-continue`.',
  'validation-failed': 'Members of the body are wrong; `errors` names each by its pointer.',
  'unknown-field': 'The body has members that the operation does not know; `errors` names them.',
  'managed-by-history': 'The value follows from the work history; change it there.',
  'idempotency-key-reused':
    'The `Idempotency-Key` came with another body, query, `If-Match`, `If-None-Match` or `Api-Version` before.',
  'no-approver-available': 'No approver covers the org structure, and the company names none by default.',
  'prerequisite-missing': 'The person lacks a course that the course of the class needs before.',
  cycle: 'The reference would lead back to the row itself.',
  'precondition-required': 'The company requires `If-Match` on writes.',
  'rate-limited': 'Too many requests; wait as many seconds as `Retry-After` says.',
  'headers-too-large': 'The request has more than 100 headers, or more than 16 KiB of them.',
  'internal-error': 'The service failed; quote `traceId` when you ask for help.',
  'not-implemented': 'No path has the method.',
  unavailable: 'The service cannot answer now; wait as many seconds as `Retry-After` says.',
};
