import type { Client } from 'oidc-provider';
import type { ApiClient } from '../clients/client.js';
import { lifetimes } from '../lifetimes.js';

/** What we know about a client beyond what the library does; it keeps these members under their own names. */
type OurMetadata = Pick<
  ApiClient,
  'companyId' | 'accessTokenSeconds' | 'refreshTokenSeconds' | 'keepsOfflineAccess'
> & { secretDigests: ApiClient['secrets'] };

export const ourMetadataNames = [
  'companyId',
  'accessTokenSeconds',
  'refreshTokenSeconds',
  'keepsOfflineAccess',
  'secretDigests',
] as const satisfies (keyof OurMetadata)[];

export const ourMetadata = (client: Client): OurMetadata => client as unknown as OurMetadata;

export const accessTokenSeconds = (client: Client): number =>
  ourMetadata(client).accessTokenSeconds ?? lifetimes.accessToken;

/** Since the sign-in, however often it is renewed. */
export const refreshTokenSeconds = (client: Client): number =>
  ourMetadata(client).refreshTokenSeconds ?? lifetimes.refreshToken;

/**
 * Whether users with roles in these companies may sign in at a client. One of a company is for its users alone: its
 * administrators decide where answers go, and nobody asks the user.
 */
export function isForUserOf(client: Client, companyIds: readonly string[]): boolean {
  const { companyId } = ourMetadata(client);
  return (companyId ?? null) === null || companyIds.includes(companyId as string);
}
