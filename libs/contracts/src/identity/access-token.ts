import { z } from 'zod';

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

/** The claims of an access token (RFC 9068 section 2.2) and the two that revocation goes by. */
export const accessTokenClaimsSchema = z.object({
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
});
export type AccessTokenClaims = z.infer<typeof accessTokenClaimsSchema>;
