import type { CompanyContext } from '@safety/contracts';

/** The user or client for whom a request is made: the verified access token, in the terms of RFC 9068. */
export interface Caller {
  /** `sub`: the user, or the client that acts as itself. */
  userId: string;
  /** A client got the token for itself (RFC 9068 section 2.2); it belongs to a company. */
  isServiceClient?: boolean | undefined;
  /** `client_id`. */
  clientId: string;
  /** `sid`, absent for the password grant. */
  sid?: string | undefined;
  /** `company_id`: the only company that the token is good for. Absent: any that the user belongs to. */
  companyId?: string | undefined;
  /** `auth_time`: when the user signed in, in seconds; absent for a client that acts as itself. */
  authTime?: number | undefined;
  /** `acr`: how sure that sign-in is of its user. */
  acr?: string | undefined;
  /** `scope`, split. */
  scopes: readonly string[];
  /** The token as it came, to call another service on the caller's behalf. */
  token: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access guard. */
    caller?: Caller;
    /** Set by the access guard on endpoints that work in a company. */
    company?: CompanyContext;
    /**
     * Set by the access guard. Judges the caller once more, for work that begins long after: rejects as the
     * guard does, and renews `company`.
     */
    checkAccessAgain?: () => Promise<unknown>;
  }
}
