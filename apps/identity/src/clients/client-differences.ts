import { invalidField } from '@safety/platform';
import { calculateJwkThumbprint } from 'jose';
import type { ApiClient } from './client.js';
import { isServiceClient } from './client-keepers.js';
import type { ClientFields } from './client-rules.js';

/** Whether a client that acts for users alone begins to act for its company as itself. */
export const becomesService = (
  before: Pick<ApiClient, 'companyId' | 'grantTypes'>,
  after: Pick<ApiClient, 'grantTypes'>,
): boolean => !isServiceClient(before) && isServiceClient({ ...before, grantTypes: after.grantTypes });

/** Throws 422 for a public key that the client had before. */
export async function demandNewKeys(
  before: Pick<ClientFields, 'jwks'>,
  after: Pick<ClientFields, 'jwks'>,
): Promise<void> {
  const printsOf = async ({ jwks }: Pick<ClientFields, 'jwks'>) =>
    Promise.all((jwks?.keys ?? []).map((key) => calculateJwkThumbprint(key)));
  const known = new Set(await printsOf(before));
  if ((await printsOf(after)).some((print) => known.has(print)))
    throw invalidField(
      '/jwks',
      'not-allowed',
      'A client that begins to act for its company as itself needs new keys.',
    );
}

/** Whether a client may have less afterwards: what was issued to it before is more than that. */
export const takesAway = (before: ClientFields, after: ClientFields): boolean =>
  before.authMethod !== after.authMethod ||
  (before.keepsOfflineAccess && !after.keepsOfflineAccess) ||
  before.scopes.some((scope) => !after.scopes.includes(scope)) ||
  before.grantTypes.some((grant) => !after.grantTypes.includes(grant));
