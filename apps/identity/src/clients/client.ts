import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { idTokenAlgorithms, usualIdTokenAlgorithm } from '../keys/id-token-header.js';
import { lifetimeBounds, type lifetimes } from '../lifetimes.js';
import type { ClientSecretDigest } from './client-secret.js';
import { isNativeUri } from './registered-uri.js';

/** The grant types of a client (RFC 6749 section 1.3). */
export const grantTypes = ['authorization_code', 'refresh_token', 'password', 'client_credentials'] as const;
const grantTypeSchema = z.enum(grantTypes);
export type GrantType = z.infer<typeof grantTypeSchema>;

/**
 * How a client proves who it is at the token endpoint: with a secret, in the body or as Basic; with a signed
 * assertion (RFC 7523 section 2.2); or not at all, which makes it a public client that must use PKCE.
 */
export const authMethods = ['client_secret', 'private_key_jwt', 'none'] as const;
const authMethodSchema = z.enum(authMethods);
export type AuthMethod = z.infer<typeof authMethodSchema>;

/**
 * People decide by a name whether to trust who asks for their password: characters that cannot be seen make
 * two names look alike, and those that turn the direction of writing reorder what stands around them (UTS 39,
 * CVE-2021-42574).
 */
const VISIBLE = /^[^\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]*$/u;

const seconds = (name: keyof typeof lifetimeBounds & keyof typeof lifetimes) =>
  z.int().min(lifetimeBounds[name].min).max(lifetimeBounds[name].max).nullable();

/** The members of a client that a person decides, as far as one field can be right or wrong by itself. */
export const clientShape = z.strictObject({
  name: z.string().trim().min(1).max(100).regex(VISIBLE, 'Must not have characters that cannot be seen.'),
  authMethod: authMethodSchema,
  grantTypes: z.array(grantTypeSchema).min(1),
  scopes: z.array(z.string()).min(1),
  redirectUris: z.array(z.string()).max(20).default([]),
  postLogoutRedirectUris: z.array(z.string()).max(20).default([]),
  /**
   * Called with `sid` when a session of the client ends, and loaded in a hidden frame of the signed-out page.
   */
  logoutUri: z.string().nullable().default(null),
  /** Gets a signed logout token (OIDC Back-Channel Logout section 2.2). */
  backchannelLogoutUri: z.string().nullable().default(null),
  /** The public keys of a client that signs its assertions; null for the others. */
  jwks: z.unknown().default(null),
  /** With which algorithm its ID tokens and logout tokens are signed. */
  idTokenSignedResponseAlg: z.enum(idTokenAlgorithms).default(usualIdTokenAlgorithm),
  /** Seconds; null for what everybody has. */
  accessTokenSeconds: seconds('accessToken').default(null),
  /** Seconds since the sign-in; null for what everybody has. */
  refreshTokenSeconds: seconds('refreshToken').default(null),
  /** Whether refresh tokens with `offline_access` outlive the session they came from. */
  keepsOfflineAccess: z.boolean().default(false),
});

/** The input for creating and changing a client. */
export type SaveClient = Omit<z.input<typeof clientShape>, 'jwks'> & { jwks?: JSONWebKeySet | null };

/** An API client: who may ask for tokens, how, and where the answers go. */
export interface ApiClient extends Omit<z.output<typeof clientShape>, 'jwks'> {
  id: string;
  /**
   * The company whose administrators manage it and whose users alone may sign in at it; null for one of the
   * operator.
   */
  companyId: string | null;
  /** Raised by every change; a change names the one it is made on. */
  version: number;
  disabled: boolean;
  jwks: JSONWebKeySet | null;
  secrets: ClientSecretDigest[];
  /** Raised when all its grants end. */
  grantEpoch: number;
}

/** Whether it can keep a secret (RFC 6749 section 2.1); the others need PKCE. */
export const isConfidential = ({ authMethod }: { authMethod: string }): boolean => authMethod !== 'none';

/**
 * Whether it is a native application (RFC 8252): its answers go to an application of the device, by a scheme
 * of its own or by any port of the loopback address.
 */
export const isNative = (client: { authMethod: string; redirectUris: readonly string[] }): boolean =>
  !isConfidential(client) && client.redirectUris.some(isNativeUri);
