import { SetMetadata } from '@nestjs/common';

/**
 * Metadata keys by which a handler says who may call it; the guard, the documents and the architecture spec
 * read them.
 */
export const PUBLIC = 'safety:public';
export const ACCESS = 'safety:access';
export const REQUIRES = 'safety:requires';
export const EVERYWHERE = 'safety:everywhere';
export const TERMS = 'safety:terms';
export const FOR_MEMBERS = 'safety:for-members';
export const FOR_USERS = 'safety:for-users';
export const SIGN_IN = 'safety:sign-in';
export const OWN_TRANSACTION = 'safety:own-transaction';

/** The demand of a handler on the sign-in that a token comes from (RFC 9470). */
export interface SignInDemand {
  /** Any one of these values of `acr` will do; without any, every sign-in does. */
  acrValues?: readonly string[];
  /** Seconds since the sign-in at most. */
  maxAge?: number;
}

/** The access that the token of a request must grant. */
export interface Access {
  /** Any one of these scopes will do; without any, every valid token does. */
  scopes: readonly string[];
  /** Any one of these will do for GET and HEAD too. */
  readScopes: readonly string[];
  /** Whether the request works in the company of `X-Company-Context`. */
  company: boolean;
}

/** The handler answers without an access token. Without this or a scope it cannot be called. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC, true);
