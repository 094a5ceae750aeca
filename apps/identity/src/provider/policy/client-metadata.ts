import type { Client } from 'oidc-provider';
import type { ApiClient } from '../../clients/client.js';
import { lifetimes } from '../../lifetimes.js';

/** The members of a client beyond the library's own; it keeps them under their names. */
type OurMetadata = Pick<
  ApiClient,
  'companyId' | 'accessTokenSeconds' | 'refreshTokenSeconds' | 'keepsOfflineAccess' | 'grantEpoch'
> & {
  secretDigests: ApiClient['secrets'];
  /** Whether it may ask for nothing any more but the end of a session. */
  isFormer?: true;
};

export const ourMetadataNames = [
  'companyId',
  'accessTokenSeconds',
  'refreshTokenSeconds',
  'keepsOfflineAccess',
  'grantEpoch',
  'secretDigests',
  'isFormer',
] as const satisfies (keyof OurMetadata)[];

export const ourMetadata = (client: Client): OurMetadata => client as unknown as OurMetadata;

export const isNativeClient = ({ applicationType }: Client): boolean => applicationType === 'native';

export const accessTokenSeconds = (client: Client): number =>
  ourMetadata(client).accessTokenSeconds ?? lifetimes.accessToken;

/** Since the sign-in, however often it is renewed. */
export const refreshTokenSeconds = (client: Client): number =>
  ourMetadata(client).refreshTokenSeconds ?? lifetimes.refreshToken;

/**
 * The company that a client belongs to; its tokens are valid for that company alone. A client of the operator
 * has none.
 */
export const companyOf = (client: Client): string | undefined => ourMetadata(client).companyId ?? undefined;

/**
 * Whether users with roles in these companies may sign in at a client. One of a company is for its users
 * alone: its administrators decide where answers go, and nobody asks the user.
 */
export function isForUserOf(client: Client, companyIds: readonly string[]): boolean {
  const companyId = companyOf(client);
  return companyId === undefined || companyIds.includes(companyId);
}
