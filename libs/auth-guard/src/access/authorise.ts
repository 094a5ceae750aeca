import type { Membership } from '@safety/contracts';
import { type Access, type Caller, isRead, requestContext } from '@safety/platform';
import type { FastifyRequest } from 'fastify';
import { companyFor, companyForbidden } from '../membership/company-header.js';
import type { Memberships } from '../membership/memberships.js';
import { insufficientScope } from '../token/access-token-verifier.js';

/**
 * Decides whether the caller of a verified token may make a request, at the gateway and again in each
 * service. Resolves with the membership in the company of the request, where one is needed. The order is:
 *
 * 1. the company header: 400 `company-context-*` (company-header.ts)
 * 2. the membership in that company: 403 `company-context-forbidden` (memberships.ts)
 * 3. the scope: 403 `insufficient-scope`
 *
 * The first request in a company that passes accepts its invitation.
 *
 * The log of the request names the user from the begin, and the company once the caller may enter it.
 */
export async function authorise(
  caller: Caller,
  request: FastifyRequest,
  access: Access,
  memberships: Pick<Memberships, 'find' | 'accept'>,
): Promise<Membership | undefined> {
  const { clientId, sid } = caller;
  const userId = caller.isServiceClient ? undefined : caller.userId;
  const context = requestContext() ?? {};
  Object.assign(context, { userId, clientId, sid });
  let membership: Membership | undefined;
  if (access.company) {
    const companyId = companyFor(caller, request.raw);
    membership = await memberships.find(caller, companyId);
    if (!membership) throw companyForbidden();
    Object.assign(context, { companyId });
  }
  checkScope(access, caller, request.method);
  if (membership?.accepted !== false) return membership;
  const accepted = await memberships.accept(caller, membership.companyId);
  if (!accepted) throw companyForbidden();
  return accepted;
}

/** Throws 403 unless the caller has one of the scopes, or one of the narrower ones for reading. */
function checkScope(access: Access, caller: Caller, method: string): void {
  const reading = isRead({ method });
  const sufficient = reading ? [...access.scopes, ...access.readScopes] : access.scopes;
  if (sufficient.length === 0) return;
  if (!sufficient.some((scope) => caller.scopes.includes(scope)))
    throw insufficientScope(access.scopes[0] ?? '');
}
