import type { IncomingMessage } from 'node:http';
import { COMPANY_CONTEXT_HEADER, isId, type ProblemCode } from '@safety/contracts';
import { type Caller, countHeader, ProblemError } from '@safety/platform';

const refuse = (code: ProblemCode, detail: string): ProblemError =>
  new ProblemError(code, {
    detail,
    errors: [{ header: COMPANY_CONTEXT_HEADER, code: 'invalid-format', detail }],
  });

/** The company that a request names: exactly one id in exactly one `X-Company-Context` header. */
export function companyIdOf(request: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): string {
  const value = request.headers[COMPANY_CONTEXT_HEADER];
  if (
    countHeader(request, COMPANY_CONTEXT_HEADER) > 1 ||
    (typeof value === 'string' && value.includes(','))
  ) {
    throw refuse('company-context-multiple', 'Name one company for each request.');
  }
  if (typeof value !== 'string' || value.trim() === '') {
    throw refuse(
      'company-context-missing',
      'Send X-Company-Context with the id of a company from GET /companies/me.',
    );
  }
  if (!isId(value)) throw refuse('company-context-invalid', 'The value is not a company id.');
  return value;
}

/**
 * The company that a caller names. Throws 403 when the token is valid for another company alone. The check
 * needs no lookup of a membership, and reveals nothing about the company.
 */
export function companyFor(
  { companyId: only }: Pick<Caller, 'companyId'>,
  request: Parameters<typeof companyIdOf>[0],
): string {
  const companyId = companyIdOf(request);
  if (only !== undefined && only !== companyId) throw companyForbidden();
  return companyId;
}

/** 403: the same answer for a company that is not the caller's and for one that does not exist. */
export const companyForbidden = (): ProblemError =>
  new ProblemError('company-context-forbidden', {
    detail: 'The company in X-Company-Context is not one of yours.',
  });
