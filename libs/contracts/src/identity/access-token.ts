import { z } from 'zod';
import { idSchema } from '../http/id.js';

/** `iss` of every token: the public address of the identity provider with /auth. */
export const issuerOf = (authUrl: string): string => `${authUrl}/auth`;

/** `aud` of access tokens: one audience for the accounts API and the business API. */
export const accessTokenAudience = (authUrl: string): string => `${authUrl}/resources`;

/** The scopes that name an API. */
export const scopes = {
  accounts: 'resources_accounts_api',
  business: 'resources_business_api',
  /** Narrower than `business`: reading only. */
  businessRead: 'resources_business_api.read',
} as const;

/** The values of `acr`: how sure a sign-in is of its user. */
export const acrValues = {
  /** One factor, a password. */
  password: 'urn:safety:acr:password',
  /** More than one factor. */
  multiFactor: 'urn:safety:acr:multi-factor',
} as const;

/** The `acr` of a sign-in with these methods (RFC 8176). */
export const acrOf = (amr: readonly string[]): string =>
  amr.includes('mfa') ? acrValues.multiFactor : acrValues.password;

/**
 * Seconds from `iat` to `exp` at most. Identity issues no token that lives longer, so such a token is not
 * from identity.
 */
export const longestAccessTokenSeconds = 60 * 60;

/**
 * The claims of an access token (RFC 9068 section 2.2), the two for revocation, and the company of the
 * client.
 */
export const accessTokenClaimsSchema = z
  .object({
    iss: z.string(),
    aud: z.union([z.string(), z.array(z.string())]),
    sub: z.string().min(1),
    client_id: z.string().min(1),
    scope: z.string().default(''),
    exp: z.int(),
    iat: z.int(),
    jti: z.string().min(1),
    sid: z.string().optional(),
    grant_id: z.string().optional(),
    auth_time: z.int().optional().describe('When the user signed in (RFC 9068 section 2.2.1).'),
    amr: z.array(z.string()).optional(),
    acr: z.string().optional(),
    company_id: idSchema
      .optional()
      .describe(
        'The company of the client: the token is good for this one alone. Absent: the operator’s client.',
      ),
  })
  .refine(({ exp, iat }) => exp - iat <= longestAccessTokenSeconds, {
    path: ['exp'],
    error: 'The token lives longer than identity issues one for.',
  });
export type AccessTokenClaims = z.infer<typeof accessTokenClaimsSchema>;
